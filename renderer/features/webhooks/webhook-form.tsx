import { useQuery } from '@tanstack/react-query'
import { errorsOf } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { WebhookBody } from './api.ts'

/** A webhook while it is edited. Empty fields are absent. */
export type WebhookDraft = Partial<WebhookBody>

/** The form of a webhook. The fields and hints come from the operation that creates a webhook. */
export function WebhookForm({
  draft,
  onChange,
  error,
  autoFocus = false,
}: {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  error: unknown
  autoFocus?: boolean
}) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const schema = operations.data.data.find(({ id }) => id === 'webhook-create')!.input as JsonSchema
  return (
    <Fields
      schema={schema}
      values={draft}
      onChange={values => onChange(values as WebhookDraft)}
      errorAt={errorsOf(error)}
      autoFocus={autoFocus}
    />
  )
}
