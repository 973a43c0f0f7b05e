import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type CollectDraft, startCollecting } from '../../lib/collect-start.ts'
import { useAccount } from '../../lib/service/account.ts'
import { apisAmong } from '../../lib/service/machine.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import type { Operation } from './operations.ts'

type SentInput = Record<string, unknown>

/** Collects the data of an answer. Renders nothing for operations that cannot be a source of rows. */
export function CollectButton({
  operation,
  sent,
  body,
}: {
  operation: Operation
  sent: SentInput
  body: Blob
}) {
  const account = useAccount()
  const navigate = useNavigate()
  const target = targetOf(operation, sent)
  const collect = useMutation({
    mutationFn: async (collectTarget: CollectDraft['target']) =>
      startCollecting(account, { target: collectTarget, sample: JSON.parse(await body.text()) }),
    onSuccess: path => void navigate(path),
    onError: notifyError,
  })
  if (!target) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={collect.isPending}
      onClick={() => collect.mutate(target)}
    >
      Collect this
    </Button>
  )
}

/** The path prefix of the operations that extract an API's data from saved pages. */
const EXTRACT_PREFIX = '/v1/extract/'

/**
 * Returns the target that repeats a call: of an API (including from saved pages), or of a scrape; null for any other call.
 */
function targetOf(operation: Operation, sent: SentInput): CollectDraft['target'] | null {
  const { id, path, files } = operation
  const input = Object.fromEntries(Object.entries(sent).filter(([name]) => !files.includes(name)))
  if (apisAmong([operation]).length) return { type: 'api', id, input }
  if (path.startsWith(EXTRACT_PREFIX)) return { type: 'api', id: path.slice(EXTRACT_PREFIX.length), input }
  const { parserId, url } = sent
  return id === 'scrape' ? { type: 'parser', id: String(parserId), input: { url } } : null
}
