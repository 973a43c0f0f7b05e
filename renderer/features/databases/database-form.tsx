import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ErrorBody, errorBodyOf } from '../../lib/call-error.ts'
import { operationsQuery } from '../../lib/machine.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Fields } from '../playground/form/fields.tsx'
import type { JsonSchema } from '../playground/operations.ts'
import { ColumnsEditor, type DraftColumn } from './columns-editor.tsx'
import type { DatabaseDraft } from './draft.ts'

/** These have an editor of their own. */
const ELSEWHERE = ['columns', 'primary_key']

const errorsOf = (error: unknown) => (path: string) => {
  const body = error ? errorBodyOf(error) : null
  return body?.field === path ? (body as ErrorBody) : null
}

/** All that a database is: its fields and hints are those of the operation that makes one. */
export function DatabaseForm({
  draft,
  onChange,
  error,
  byHand,
}: {
  draft: DatabaseDraft
  onChange: (draft: DatabaseDraft) => void
  error: unknown
  /** Columns are written here, else the parser gives them. */
  byHand: boolean
}) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const schema = operations.data.data.find(({ id }) => id === 'database-create')!.input as JsonSchema
  const all = schema.properties!
  const hidden = byHand ? [...ELSEWHERE, 'from_parser'] : ['columns']
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !hidden.includes(name)))
  if (properties.from_parser) properties.from_parser = { ...properties.from_parser, 'x-id-of': 'parser' }
  const required = [...(schema.required ?? []), ...(byHand ? [] : ['from_parser'])]
  return (
    <Stack gap={16}>
      {byHand && (
        <ColumnsEditor
          schema={all.columns!}
          columns={(draft.columns ?? []) as DraftColumn[]}
          keys={draft.primary_key ?? []}
          onChange={(columns, primary_key) => onChange({ ...draft, columns, primary_key })}
        />
      )}
      <Fields
        schema={{ ...schema, properties, required }}
        values={draft}
        onChange={values => onChange(values as DatabaseDraft)}
        errorAt={errorsOf(error)}
      />
    </Stack>
  )
}
