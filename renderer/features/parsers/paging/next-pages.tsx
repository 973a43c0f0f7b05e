import { Button, Group, NativeSelect, NumberInput, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { addressOf, type OpenPage } from '../../../lib/open-page.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { call, type OutputOf } from '../../../lib/service/client.ts'
import { estimateText } from '../../../ui/jobs/list-pages.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import type { ParserDraft } from '../draft.ts'
import { usePickingContext } from '../picker/use-picking.ts'
import {
  DEFAULT_PAGE_LIMIT,
  nextPath,
  type PagedPart,
  pagedParts,
  pagingMethodText,
  withPaginate,
  withPagingMethod,
} from './paginate.ts'

interface NextPagesProps {
  page: OpenPage
  schema: Json
  fetch: ParserDraft['fetch']
  /** The id of the saved parser, whose secrets a fetch may need. */
  parserId: string | null
  onSchema: (schema: Json) => void
}

/** Says whether and how the lists of the schema continue on further pages. Renders nothing if the schema has no lists. */
export function NextPages(props: NextPagesProps) {
  const { page, schema } = props
  const url = addressOf(page)
  if (!url) return null
  return pagedParts(schema).map(part => <PartPages key={part.path} {...props} part={part} url={url} />)
}

interface PartProps extends NextPagesProps {
  part: PagedPart
  url: string
}

function PartPages(props: PartProps) {
  const { kind, paginate } = props.part
  const title = kind === null ? 'Next pages' : `Next pages of ${kind}`
  return (
    <Stack component="section" aria-label={title} gap={8} p={12}>
      <Title order={3} fz={13}>
        {title}
      </Title>
      {paginate ? <PaginateForm {...props} paginate={paginate} /> : <NextPageOffers {...props} />}
    </Stack>
  )
}

/** Offers ways to the next page: those that were found, or a link to pick. */
function NextPageOffers({ page, schema, part, url, onSchema }: PartProps) {
  const picking = usePickingContext()
  const offers = useQuery({
    queryKey: ['next-pages', page.id],
    queryFn: ({ signal }) => call('next-page-offers', { html: page.text, url }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <>
      <Text size="xs" c="dimmed">
        {offers.data?.data.length
          ? 'The list seems to continue. Choose what leads to the next page:'
          : 'If the list continues, pick the link or button that leads to the next page.'}
      </Text>
      {offers.error && <ErrorNotice error={offers.error} />}
      <Group gap={8}>
        {offers.data?.data.map(({ paginate, found, next }) => (
          <Button
            key={JSON.stringify(paginate)}
            size="compact-xs"
            variant="default"
            title={next}
            onClick={() => onSchema(withPagingMethod(schema, part, paginate as JsonObject))}
          >
            {found}
          </Button>
        ))}
        {picking.tree?.numbered && (
          <Button
            size="compact-xs"
            variant="default"
            aria-pressed={picking.target === nextPath(part)}
            onClick={() => picking.aim(nextPath(part))}
          >
            Pick it on the page
          </Button>
        )}
      </Group>
    </>
  )
}

type NextPagePreview = OutputOf<'next-page-preview'>
type PreviewPage = NextPagePreview['pages'][number]

const itemsText = ({ items, fresh, error }: PreviewPage) =>
  error ?? (fresh < items ? `${items}, ${fresh} new` : `${items}`)

/** Says what a call costs and, once a preview has measured it, how long it takes. */
const estimateOf = (preview: NextPagePreview | undefined, limit: number) =>
  preview
    ? estimateText({ credits: preview.credits, ms: preview.ms }, 1, 1)
    : estimateText({ credits: 1, ms: null }, limit, 1)

/** Shows how the list continues, the limit of pages, what that costs, and what the next two pages contain. */
function PaginateForm({
  page,
  schema,
  fetch,
  parserId,
  onSchema,
  part,
  paginate,
  url,
}: PartProps & { paginate: JsonObject }) {
  const account = useAccount()
  const limit = typeof paginate.limit === 'number' ? paginate.limit : DEFAULT_PAGE_LIMIT
  const preview = useMutation({
    mutationFn: (schemaText: string) => {
      const secrets = parserId === null ? {} : { parser_id: parserId }
      const input = { html: page.text, url, schema: JSON.parse(schemaText), fetch, account }
      return call('next-page-preview', { ...input, ...secrets })
    },
  })
  const text = JSON.stringify(schema)
  const isCurrent = preview.variables === text
  const change = (settings: JsonObject) => onSchema(withPaginate(schema, part, { ...paginate, ...settings }))
  return (
    <>
      <Group gap={8} align="center">
        <Text size="xs" style={{ overflowWrap: 'anywhere' }} flex={1}>
          {pagingMethodText(paginate)}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onSchema(withPaginate(schema, part, null))}
        >
          Remove
        </Button>
      </Group>
      <Group gap={8} align="center">
        <NumberInput
          aria-label="Maximum pages"
          size="xs"
          w={130}
          prefix="up to "
          suffix=" pages"
          min={1}
          hideControls
          allowDecimal={false}
          value={limit}
          onChange={value => change({ limit: Number(value) || 1 })}
        />
        {part.lists.length > 1 && (
          <NativeSelect
            aria-label="List that goes on"
            size="xs"
            data={part.lists}
            value={typeof paginate.list === 'string' ? paginate.list : ''}
            onChange={({ currentTarget }) => change({ list: currentTarget.value })}
          />
        )}
        <Text size="xs" c="dimmed">
          {`${estimateOf(isCurrent ? preview.data : undefined, limit)} You pay only for pages that are read.`}
        </Text>
      </Group>
      <Group gap={8} align="center">
        <Button
          size="compact-xs"
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate(text)}
        >
          Try the next two pages
        </Button>
        <Text size="xs" c="dimmed">
          Fetches two pages of the site, free, and shows how long a call takes.
        </Text>
      </Group>
      {preview.error && <ErrorNotice error={preview.error} />}
      {preview.data && <PreviewTable preview={preview.data} />}
    </>
  )
}

function PreviewTable({ preview: { pages, has_more } }: { preview: NextPagePreview }) {
  return (
    <>
      <Table fz={12} aria-label="Pages of the list">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Page</Table.Th>
            <Table.Th>Items</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pages.map(page => (
            <Table.Tr key={page.url}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{page.url}</Table.Td>
              <Table.Td>{itemsText(page)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" role="status">
        {has_more ? 'The list continues after these pages.' : 'The list ends with these pages.'}
      </Text>
    </>
  )
}
