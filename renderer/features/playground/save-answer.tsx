import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../lib/save-file.ts'
import { type Entry, formatOfEntry } from './history/entry.ts'

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
        onClick={() => saveFile(body, name)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
