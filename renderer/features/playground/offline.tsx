import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { call } from '../../lib/service/client.ts'
import { samplesQuery } from '../../lib/service/machine.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { replaceDraft } from './drafts.ts'
import type { OperationVariant } from './operations.ts'
import { start } from './runs.ts'

/** Returns an offline example as input of the form for saved pages: the input of the call, and the pages as files. */
async function sampleInput(apiId: string, field: string): Promise<Record<string, unknown>> {
  const { asked, pages } = await call('sample-get', { apiId })
  const files = pages.map(({ name, text, content_type }) => new File([text], name, { type: content_type }))
  return { ...asked, [field]: files }
}

/** Fills the form for saved pages with the synthetic pages that come with Winnow, and extracts their data. */
export function OfflineExample({
  ways,
  isCalling,
}: {
  ways: readonly OperationVariant[]
  /** Whether a call is running; there is no example then, unless it is the call. */
  isCalling: boolean
}) {
  const samples = useQuery(samplesQuery)
  const navigate = useNavigate()
  const api = samples.data?.data.find(({ api_id }) => ways.some(way => way.operation.id === api_id))?.api_id
  const savedPagesOperation = ways.find(way => way.operation.files.length)?.operation
  const exampleMutation = useMutation({
    mutationFn: async (sample: string) => {
      const input = await sampleInput(sample, savedPagesOperation!.files[0]!)
      replaceDraft(savedPagesOperation!.id, input)
      void navigate(playgroundPath(savedPagesOperation!.id))
      await start(savedPagesOperation!.id, {
        operation: savedPagesOperation!,
        draft: { input, debug: false },
        sample,
      })
    },
  })
  if (!api || !savedPagesOperation || (isCalling && !exampleMutation.isPending)) return null
  return (
    <>
      <ExplainedButton
        size="sm"
        variant="default"
        reason={exampleMutation.isPending ? 'The example is being read.' : null}
        onClick={() => exampleMutation.mutate(api)}
      >
        Try offline example (free)
      </ExplainedButton>
      {exampleMutation.isError && <ErrorNotice error={exampleMutation.error} />}
    </>
  )
}
