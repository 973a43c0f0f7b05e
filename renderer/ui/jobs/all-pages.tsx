import { Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call } from '../../lib/service/client.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { estimateText } from './list-pages.ts'

/** The initial limit of pages. */
const DEFAULT_PAGES = 10

const estimateQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['list-estimate', account, id],
    queryFn: ({ signal }) => call('list-estimate', { id, account }, { signal }),
  })

interface AllPagesProps {
  /** The API that is called. */
  apiId: string | undefined
  /** The limit of pages; undefined means one page. */
  value: number | undefined
  /** The number of lists that are followed. */
  items?: number
  error?: string | undefined
  onChange: (maxPages: number | undefined) => void
  mt?: number
}

/** The option to follow a list up to a limit of pages. Renders nothing if the API has no list. */
export function AllPages({ apiId, value, items = 1, error, onChange, mt = 0 }: AllPagesProps) {
  const { data } = useQuery(operationsQuery)
  const operation = data?.data.find(({ id }) => id === apiId)
  if (!operation?.has_pages) return null
  return (
    <Stack gap={4} mt={mt}>
      <Group gap={16} align="center">
        <Switch
          label="All pages"
          checked={value !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? DEFAULT_PAGES : undefined)}
        />
        {value !== undefined && (
          <NumberInput
            aria-label="Maximum pages"
            size="xs"
            w={120}
            prefix="up to "
            min={1}
            hideControls
            allowDecimal={false}
            value={value}
            onChange={limit => onChange(Number(limit) || 1)}
          />
        )}
      </Group>
      <Text size="xs" c={error ? 'var(--winnow-bad)' : 'dimmed'} role={error ? 'alert' : undefined}>
        {error ?? <Explanation apiId={operation.id} maxPages={value} lists={Math.max(1, items)} />}
      </Text>
    </Stack>
  )
}

function Explanation({
  apiId,
  maxPages,
  lists,
}: {
  apiId: string
  maxPages: number | undefined
  lists: number
}) {
  const { data } = useQuery({ ...estimateQuery(useAccount(), apiId), enabled: maxPages !== undefined })
  if (maxPages === undefined)
    return 'Follows the list from page to page, and joins its items into one result.'
  if (!data) return 'Each page costs as much as a call.'
  return `${estimateText(data, maxPages, lists)} You pay only for pages that are read.`
}
