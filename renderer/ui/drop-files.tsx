import '@mantine/dropzone/styles.css'
import { Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { bytesText } from '../lib/bytes-text.ts'

/** How many files a field takes, and how large each may be. */
export interface Limits {
  max: number
  max_bytes: number
}

const refusalOf = ({ file }: FileRejection, { max, max_bytes }: Limits) =>
  file.size > max_bytes
    ? `${file.name} has ${bytesText(file.size)}; at most ${bytesText(max_bytes)} fit.`
    : `At most ${max} ${max === 1 ? 'file' : 'files'} at once.`

/** The place to drop files on; it opens the system's dialog too. */
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
