import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/client.ts'
import { samplesQuery } from '../../lib/machine.ts'
import { DropFiles } from '../../ui/drop-files.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import type { Draft } from './drafts.ts'
import { type Operation, priceOf } from './operations.ts'
import { start } from './runs.ts'

/** The pages of an offline example, as dropped files. */
async function samplePages(apiId: string): Promise<File[]> {
  const { pages } = await call('sample-get', { apiId })
  return pages.map(({ name, text, content_type }) => new File([text], name, { type: content_type }))
}

/** Reads the synthetic page that comes with Winnow, to show an answer offline. */
export function OfflineExample({ api, saved }: { api: Operation; saved: Operation }) {
  const samples = useQuery(samplesQuery)
  const [field = ''] = saved.files
  const attempt = useMutation({
    mutationFn: async () => {
      const draft = { input: { [field]: await samplePages(api.id) }, debug: false }
      await start(api.id, { operation: saved, draft, example: true })
    },
  })
  if (!samples.data?.data.some(({ api_id }) => api_id === api.id)) return null
  return (
    <>
      <Button size="sm" variant="default" loading={attempt.isPending} onClick={() => attempt.mutate()}>
        Try offline example
      </Button>
      {attempt.isError && <ErrorNotice error={attempt.error} />}
    </>
  )
}

/** Reads pages that the user saved, without calling the platform. */
export function SavedPages({ api, saved, draft }: { api: Operation; saved: Operation; draft: Draft }) {
  const [refusal, setRefusal] = useState('')
  const [field = ''] = saved.files
  const read = (files: File[]) => {
    setRefusal('')
    void start(api.id, {
      operation: saved,
      draft: { input: { ...draft.input, [field]: files }, debug: draft.debug },
    })
  }
  return (
    <div>
      <DropFiles
        limits={saved.uploads[field]!}
        label={`Or drop saved pages here · ${priceOf(saved.credits)}`}
        onFiles={read}
        onRefuse={setRefusal}
      />
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
    </div>
  )
}
