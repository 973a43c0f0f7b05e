import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type Entry, formatOfEntry } from './history/entry.ts'

function save(body: Blob, name: string) {
  const address = URL.createObjectURL(body)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

/** Saves an answer to a file, as it came. */
export function SaveAnswer({ entry, body }: { entry: Entry; body: Blob }) {
  const name = `${entry.operation}.${formatOfEntry(entry).ending}`
  return (
    <Tooltip label={`Save as ${name}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Save the answer as ${name}`}
        onClick={() => save(body, name)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
