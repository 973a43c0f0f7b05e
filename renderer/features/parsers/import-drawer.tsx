import { Button, Drawer, FileButton, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type InputOf } from '../../lib/client.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ImportedSchema } from './imported-schema.tsx'
import { readJson } from './schema-text.ts'

type Format = NonNullable<InputOf<'parser-import'>['format']>

/** Takes the schema of another tool. Nothing is saved before it is looked at in the editor. */
export function ImportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Import a schema" size="lg">
      <Import />
    </Drawer>
  )
}

function Import() {
  const [text, setText] = useState('')
  const [format, setFormat] = useState('')
  const operations = useQuery(operationsQuery)
  const imported = useMutation({
    mutationFn: () =>
      call('parser-import', { source: readJson(text), ...(format && { format: format as Format }) }),
  })
  const change = (next: string) => {
    imported.reset()
    setText(next)
  }
  const isWrong = text.trim() !== '' && readJson(text) === undefined
  const formats = formatsOf(operations.data?.data.find(({ id }) => id === 'parser-import')?.input)
  return (
    <Stack gap={12}>
      <Textarea
        label="Schema of the other tool"
        description="Options of scrape-it, extract_rules, or a CSS or XPath schema of Crawl4AI, as JSON."
        error={isWrong && 'This is no JSON.'}
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={text}
        onChange={event => change(event.currentTarget.value)}
      />
      <Group gap={8} align="end">
        <FileButton accept="application/json,.json" onChange={file => void file?.text().then(change)}>
          {props => (
            <Button {...props} variant="default">
              Open file
            </Button>
          )}
        </FileButton>
        <NativeSelect
          label="Whose it is"
          value={format}
          onChange={event => {
            imported.reset()
            setFormat(event.currentTarget.value)
          }}
          data={[{ value: '', label: 'told by its keys' }, ...formats]}
        />
        <Button
          disabled={!text.trim() || isWrong}
          loading={imported.isPending}
          onClick={() => imported.mutate()}
        >
          Read it
        </Button>
      </Group>
      {imported.error && <ErrorNotice error={imported.error} />}
      {imported.data && <ImportedSchema imported={imported.data} />}
      {!imported.data && !imported.error && (
        <Text size="sm" c="dimmed">
          What this language does not have is left out, and told of here.
        </Text>
      )}
    </Stack>
  )
}

/** The formats that the operation knows. */
function formatsOf(input: unknown): string[] {
  const { properties } = (input ?? {}) as { properties?: { format?: { enum?: string[] } } }
  return properties?.format?.enum ?? []
}
