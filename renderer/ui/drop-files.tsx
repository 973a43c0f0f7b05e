import '@mantine/dropzone/styles.css'
import { Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { bytesText } from './bytes-text.ts'

/** The maximum number of files that a field accepts, and the maximum size of each. */
export interface FileLimits {
  max: number
  max_bytes: number
}

/** Says why a file is too large; null if it is not. */
export const sizeRefusal = ({ name, size }: File, { max_bytes }: FileLimits): string | null =>
  size > max_bytes ? `${name} is too large: ${bytesText(size)}; the limit is ${bytesText(max_bytes)}.` : null

const refusalOf = ({ file }: FileRejection, limits: FileLimits) =>
  sizeRefusal(file, limits) ?? `Choose at most ${limits.max} ${limits.max === 1 ? 'file' : 'files'}.`

/** An area for dropped files. A click opens the file dialog. */
export function DropFiles({
  limits,
  label,
  onFiles,
  onRefuse,
}: {
  limits: FileLimits
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
