import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Snippets } from '../../../ui/code/snippets.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import type { Parser } from '../api.ts'
import { fileOfParser } from '../list/import-draft.ts'
import type { DrawerContent } from './drawer-content.ts'

const snippetsQuery = (id: string, input: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['snippets', id, input],
    queryFn: async ({ signal }) => (await call('operation-snippets', { id, input }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

const isAddress = (text: string | undefined) => text !== undefined && /^https?:/.test(text)

/** Code that calls the saved version: with an address, and with a saved page. */
export function UseParser({ parser, editing, address }: DrawerContent) {
  const parserId = parser!.id
  const url = isAddress(address) ? address : (editing.draft.test_urls[0] ?? 'https://shop.example/product')
  return (
    <Stack gap={24}>
      <Text size="sm" c="dimmed">
        {`Calls run v${parser!.version}, the latest saved version. Replace $KEY with one of your keys; create one under Keys.`}
      </Text>
      <Calls title="Fetch and read an address" id="scrape" input={{ parserId, url }} />
      <Calls title="Read a saved page" id="parse" input={{ parserId, html: 'page.html' }} />
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

/** The saved version as files. */
function Files({ parser }: { parser: Parser }) {
  const save = (body: object, ending: string) => {
    const text = `${JSON.stringify(body, null, 2)}\n`
    saveFile(new Blob([text], { type: 'application/json' }), `${parser.name}.${ending}.json`)
  }
  return (
    <section aria-label="Files">
      <Title order={2} mb={8}>
        Files
      </Title>
      <Group gap={8}>
        <Button variant="default" onClick={() => save(fileOfParser(parser), 'parser')}>
          Download parser
        </Button>
        <Button variant="default" onClick={() => save(parser.output_schema, 'schema')}>
          Download JSON Schema
        </Button>
      </Group>
    </section>
  )
}
