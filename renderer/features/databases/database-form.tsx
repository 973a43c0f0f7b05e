import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorsOf } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { ColumnsEditor } from './columns/columns-editor.tsx'
import type { DatabaseDraft, DraftColumn } from './draft.ts'

/** Fields that have an editor of their own. */
const OWN_FIELDS = ['columns', 'primary_key']

/** Fields above the columns. */
const FIRST_FIELDS = ['name', 'description']

/** The form of a database. The fields and hints come from the operation that creates a database. */
export function DatabaseForm({
  draft,
  onChange,
  error,
  byHand,
  autoFocus = false,
}: {
  draft: DatabaseDraft
  onChange: (draft: DatabaseDraft) => void
  error: unknown
  /** Whether columns are edited here. Otherwise they come from the parser. */
  byHand: boolean
  /** Whether the name takes the focus as the form appears. */
  autoFocus?: boolean
}) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const schema = operations.data.data.find(({ id }) => id === 'database-create')!.input as JsonSchema
  const all = schema.properties!
  const hidden = byHand ? [...OWN_FIELDS, 'from_parser'] : ['columns']
  const fields = (names: string[]) => (
    <Fields
      schema={{
        ...schema,
        properties: Object.fromEntries(names.map(name => [name, all[name]!])),
        required: [...(schema.required ?? []), ...(byHand ? [] : ['from_parser'])],
      }}
      values={draft}
      onChange={values => onChange(values as DatabaseDraft)}
      errorAt={errorsOf(error)}
      autoFocus={autoFocus && names === FIRST_FIELDS}
    />
  )
  const otherFields = Object.keys(all).filter(name => !FIRST_FIELDS.includes(name) && !hidden.includes(name))
  return (
    <Stack gap={16}>
      {fields(FIRST_FIELDS)}
      {byHand && (
        <ColumnsEditor
          schema={all.columns!}
          columns={(draft.columns ?? []) as DraftColumn[]}
          keys={draft.primary_key ?? []}
          onChange={(columns, primary_key) => onChange({ ...draft, columns, primary_key })}
        />
      )}
      {fields(otherFields)}
    </Stack>
  )
}
