import '@mantine/dropzone/styles.css'
import { Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { bytesText } from '../lib/bytes-text.ts'

/** The number of files that a field accepts, and the size of each. */
export interface Limits {
  max: number
  max_bytes: number
}

const refusalOf = ({ file }: FileRejection, { max, max_bytes }: Limits) =>
  file.size > max_bytes
    ? `${file.name} is too large: ${bytesText(file.size)}, the limit is ${bytesText(max_bytes)}.`
    : `Choose at most ${max} ${max === 1 ? 'file' : 'files'}.`

/** An area for dropped files; a click opens the file dialog. */
export function DropFiles({
  limits,
  label,
  onFiles,
  onRefuse,
}: {
  limits: Limits
  label: string
  onFiles: (files: File[]) => void
  onRefuse: (message: string) => void
}) {
  return (
    <Dropzone
      p={12}
      my={4}
      maxFiles={limits.max}
      maxSize={limits.max_bytes}
      multiple={limits.max > 1}
      aria-label={label}
      onDrop={onFiles}
      onReject={([first]) => first && onRefuse(refusalOf(first, limits))}
    >
      <Text size="sm" ta="center" c="dimmed">
        {label}
      </Text>
    </Dropzone>
  )
}
