import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../ui/save-file.ts'
import type { Entry } from './history/entry.ts'

/** Saves an answer to a file, as it came. */
export function SaveAnswer({ entry, body }: { entry: Entry; body: Blob }) {
  const name = `${entry.operation}.${entry.isJson ? 'json' : 'md'}`
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
