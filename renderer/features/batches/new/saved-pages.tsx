import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchDraft } from '../../../lib/drafts/batch-draft.ts'
import { operationsQuery } from '../../../lib/service/machine.ts'
import { bytesText } from '../../../ui/bytes-text.ts'
import { counted } from '../../../ui/counted.ts'
import { DropFiles } from '../../../ui/drop-files.tsx'
import { targetOf } from '../../../ui/jobs/targets.ts'
import type { Items } from '../api.ts'

/** Takes files of saved pages. Each page becomes an item of the batch. */
export function SavedPages({ draft, onItems }: { draft: BatchDraft; onItems: (items: Items) => void }) {
  const upload = useQuery(operationsQuery).data?.data.find(({ id }) => id === 'batch-pages')
  const [files, setFiles] = useState<File[]>([])
  const [refusal, setRefusal] = useState('')
  const chooseFiles = (next: File[]) => {
    setRefusal('')
    setFiles(next)
    onItems(next)
  }
  if (!upload) return null
  if (draft.target && targetOf(draft.target).api_id)
    return (
      <Text size="sm" c="dimmed">
        Saved pages are read by a parser. Choose one above; an API reads saved pages in the Playground.
      </Text>
    )
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <>
      <DropFiles
        limits={upload.uploads.page!}
        label={
          files.length
            ? `${counted(files.length, 'file')}, ${bytesText(size)}. Drop others here, or choose them`
            : 'Drop saved pages here, or choose them'
        }
        onFiles={chooseFiles}
        onRefuse={setRefusal}
      />
      {refusal && (
        <Text size="xs" c="red" role="alert">
          {refusal}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        HTML, or what a browser or an archiver saved: MHTML, HAR, WARC, or a zip of these. Each page becomes
        an item. Files are not kept with the draft.
      </Text>
    </>
  )
}
