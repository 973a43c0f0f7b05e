import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { saveFile } from '../../../lib/save-file.ts'
import { CallCode } from '../../../ui/code/call-code.tsx'
import type { Parser } from '../api.ts'
import { fileOfParser } from '../list/import-draft.ts'
import type { DrawerContent } from './drawer-content.ts'

const isAddress = (text: string | undefined) => text !== undefined && /^https?:/.test(text)

/** Code that calls the saved version, with an address or with a saved page. */
export function UseParser({ parser, editing, address }: DrawerContent) {
  const parserId = parser!.id
  const url = isAddress(address) ? address : (editing.draft.test_urls[0] ?? 'https://shop.example/product')
  return (
    <Stack gap={24}>
      <Text size="sm" c="dimmed">
        {`Calls run v${parser!.version}, the latest saved version. Replace $KEY with one of your keys; create one under Keys.`}
      </Text>
      <CallSection title="Fetch and read an address" id="scrape" input={{ parserId, url }} />
      <CallSection title="Read a saved page" id="parse" input={{ parserId, html: 'page.html' }} />
      <DownloadSection parser={parser!} />
    </Stack>
  )
}

const CallSection = ({ title, ...call }: { title: string; id: string; input: Record<string, unknown> }) => (
  <section aria-label={title}>
    <Title order={2} mb={8}>
      {title}
    </Title>
    <CallCode {...call} />
  </section>
)

/** Downloads of the saved version. */
function DownloadSection({ parser }: { parser: Parser }) {
  const save = (body: object, suffix: string) => {
    const text = `${JSON.stringify(body, null, 2)}\n`
    saveFile(new Blob([text], { type: 'application/json' }), `${parser.name}.${suffix}.json`)
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
