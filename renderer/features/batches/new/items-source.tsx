import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { BatchDraft } from '../../../lib/drafts/batch-draft.ts'
import { operationsQuery } from '../../../lib/service/machine.ts'
import { bytesText } from '../../../ui/bytes-text.ts'
import { DropFiles } from '../../../ui/drop-files.tsx'
import { isLarge, largePaste } from '../../../ui/form/large-paste.ts'
import { VariablesButton } from '../../../ui/variables/variables-button.tsx'
import type { Items } from '../api.ts'
import { type ItemField, itemsFileOf } from '../pasted-items.ts'
import { ColumnItems } from './column-items.tsx'
import { SavedPages } from './saved-pages.tsx'

const DEBOUNCE_MS = 300

interface SourceOptions {
  fields: readonly ItemField[]
  draft: BatchDraft
  onDraft: (changes: Partial<BatchDraft>) => void
  onItems: (items: Items | null) => void
}

const SOURCES: Record<BatchDraft['source'], { label: string; Source: ComponentType<SourceOptions> }> = {
  paste: { label: 'Paste', Source: PastedItems },
  file: { label: 'File', Source: FileItems },
  pages: { label: 'Saved pages', Source: SavedPages },
  column: { label: 'Database', Source: ColumnItems },
}

/** The choice of where the items come from: pasted lines, a file, saved pages, or a column of a database. */
export function ItemsSource(options: SourceOptions) {
  const { source } = options.draft
  const { Source } = SOURCES[source]
  const change = (next: string) => {
    options.onDraft({ source: next as BatchDraft['source'] })
    options.onItems(null)
  }
  return (
    <Stack gap={8}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Items
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Source of the items"
          value={source}
          onChange={change}
          data={Object.entries(SOURCES).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      <Source {...options} />
    </Stack>
  )
}

function PastedItems({ fields, draft: { text, field: chosenField }, onDraft, onItems }: SourceOptions) {
  const all = fields.map(({ name }) => name)
  const [settledText] = useDebouncedValue(text, DEBOUNCE_MS)
  const field = all.includes(chosenField) ? chosenField : all[0]!
  const names = all.join()
  const publish = useEffectEvent(() => onItems(itemsFileOf(settledText, field, all)))
  useEffect(() => publish(), [settledText, field, names])
  return (
    <>
      <PastedText text={text} onText={text => onDraft({ text })} />
      <Group gap={8}>
        <NativeSelect
          size="xs"
          aria-label="Field of the lines"
          data={fields.map(({ name, title }) => ({ value: name, label: `Each line: ${title}` }))}
          value={field}
          onChange={({ currentTarget }) => onDraft({ field: currentTarget.value })}
        />
        <VariablesButton size="xs" />
      </Group>
      <Text size="xs" c="dimmed">
        {'You can also paste CSV with a header row, or JSON. {{name}} stands for a variable.'}
      </Text>
    </>
  )
}

/** The pasted text. If it is too long for a field, only its size is shown. */
function PastedText({ text, onText }: { text: string; onText: (text: string) => void }) {
  if (isLarge(text))
    return (
      <Group gap={8}>
        <Text size="sm" role="status">
          Pasted text, {bytesText(text.length)}, is too long to be edited here.
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => onText('')}>
          Remove
        </Button>
      </Group>
    )
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const largeText = largePaste(event)
    if (largeText === null) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    onText(text.slice(0, selectionStart) + largeText + text.slice(selectionEnd))
  }
  return (
    <Textarea
      aria-label="Items, one per line"
      placeholder={'https://shop.example/kettle\nhttps://shop.example/cup'}
      minRows={8}
      maxRows={16}
      autosize
      classNames={{ input: 'mono' }}
      value={text}
      onPaste={paste}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}

function FileItems({ fields, draft, onDraft, onItems }: SourceOptions) {
  const upload = useQuery(operationsQuery).data?.data.find(({ id }) => id === 'batch-upload')
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  const chooseFile = (next: File | undefined) => {
    setRefusal('')
    setFile(next ?? null)
    onDraft({ file: next?.name ?? null })
    onItems(next ?? null)
  }
  if (!upload) return null
  return (
    <>
      <DropFiles
        limits={upload.uploads.items!}
        label={
          file
            ? `${file.name}, ${bytesText(file.size)}. Drop another file here, or choose one`
            : 'Drop a file here, or choose one'
        }
        onFiles={([first]) => chooseFile(first)}
        onRefuse={setRefusal}
      />
      {draft.file && !file && (
        <Text size="xs" role="status">
          You had chosen {draft.file}. Files are not kept: choose it again.
        </Text>
      )}
      {refusal && (
        <Text size="xs" c="red" role="alert">
          {refusal}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        CSV with a header row, NDJSON, a JSON list, or one address per line. Columns with other names can be
        mapped. Fields: {fields.map(({ name }) => name).join(', ')}, and optionally custom_id, a name of your
        own.
      </Text>
    </>
  )
}
