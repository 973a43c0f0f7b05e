import { ActionIcon, Group, Input, Text } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type ErrorBody, errorText } from '../../lib/service/call-error.ts'
import { bytesText } from '../bytes-text.ts'
import { DropFiles, type FileLimits } from '../drop-files.tsx'

/** The files of a call, dropped or chosen. Their content is not read here. */
export function FilesField({
  label,
  limits,
  files,
  error,
  onChange,
}: {
  label: string
  limits: FileLimits
  files: readonly File[]
  error: ErrorBody | null
  onChange: (files: File[] | undefined) => void
}) {
  const [refusal, setRefusal] = useState('')
  const change = (next: File[]) => {
    setRefusal(
      next.length > limits.max ? `At most ${limits.max} files at once. The others were not added.` : '',
    )
    onChange(next.length ? next.slice(-limits.max) : undefined)
  }
  return (
    <Input.Wrapper label={label} labelElement="div" withAsterisk error={refusal || errorText(error)}>
      {files.map((file, index) => (
        <Group key={index} gap={8} wrap="nowrap" mb={4}>
          <IconFileText size={16} aria-hidden />
          <Text size="sm" truncate flex={1}>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {bytesText(file.size)}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${file.name}`}
            onClick={() => change(files.filter((_, at) => at !== index))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <DropFiles
        limits={limits}
        label={`Drop ${limits.max === 1 ? 'a saved page' : 'saved pages'} here, or choose`}
        onFiles={added => change(limits.max === 1 ? added : [...files, ...added])}
        onRefuse={setRefusal}
      />
    </Input.Wrapper>
  )
}
