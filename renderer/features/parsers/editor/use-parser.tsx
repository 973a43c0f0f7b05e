import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { Snippets } from '../../../ui/snippets.tsx'
import type { Parser } from '../api.ts'
import { fileOfParser } from '../list/import-draft.ts'
import type { DrawerContent } from './editor-drawer.tsx'

const snippetsQuery = (id: string, input: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['snippets', id, input],
    queryFn: async ({ signal }) => (await call('operation-snippets', { id, input }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

const isAddress = (text: string | undefined) => text !== undefined && /^https?:/.test(text)

/** The saved version as calls to paste: of an address, and of a saved page. */
export function UseParser({ parser, hand, address }: DrawerContent) {
  const parserId = parser!.id
  const url = isAddress(address) ? address : (hand.draft.test_urls[0] ?? 'https://shop.example/product')
  return (
    <Stack gap={24}>
      <Text size="sm" c="dimmed">
        {`Calls run v${parser!.version}, the newest saved version. $KEY is a key of yours; make one under Keys.`}
      </Text>
      <Calls title="Fetch an address and read it" id="scrape" input={{ parserId, url }} />
      <Calls title="Read a page that you have saved" id="parse" input={{ parserId, html: 'page.html' }} />
      <Files parser={parser!} />
    </Stack>
  )
}

function Calls({ title, id, input }: { title: string; id: string; input: Record<string, unknown> }) {
  const snippets = useQuery(snippetsQuery(id, input))
  return (
    <section aria-label={title}>
      <Title order={2} mb={8}>
        {title}
      </Title>
      {snippets.isPending ? (
        <RowsSkeleton rows={3} />
      ) : snippets.isError ? (
        <ErrorNotice error={snippets.error} onRetry={() => void snippets.refetch()} />
      ) : (
        <Snippets snippets={snippets.data} />
      )}
    </section>
  )
}

/** The saved version to take along. */
function Files({ parser }: { parser: Parser }) {
  const save = (body: object, ending: string) => {
    const text = `${JSON.stringify(body, null, 2)}\n`
    saveFile(new Blob([text], { type: 'application/json' }), `${parser.name}.${ending}.json`)
  }
  return (
    <section aria-label="As a file">
      <Title order={2} mb={8}>
        As a file
      </Title>
      <Group gap={8}>
        <Button variant="default" onClick={() => save(fileOfParser(parser), 'parser')}>
          Save the parser
        </Button>
        <Button variant="default" onClick={() => save(parser.output_schema, 'schema')}>
          Save its JSON Schema
        </Button>
      </Group>
    </section>
  )
}
