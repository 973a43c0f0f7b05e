import { SegmentedControl, Stack } from '@mantine/core'
import type { DraftTarget } from '../../ui/crons/draft-target.ts'
import { inputProperty, OneTarget, SomeFields, type TargetFieldsProps } from '../../ui/crons/one-target.tsx'

const KINDS = [
  { value: 'one', label: 'Parser or API' },
  { value: 'batch', label: 'Batch' },
  { value: 'workflow', label: 'Workflow' },
]

/** The target of a cron: a parser over addresses, an API, a batch or a workflow; and where results go. */
export function TargetFields(props: TargetFieldsProps) {
  const { target, schema, onChange } = props
  const isOne = target.type === 'parser' || target.type === 'api'
  return (
    <Stack gap={16}>
      <SegmentedControl
        aria-label="What it runs"
        data={KINDS}
        value={isOne ? 'one' : target.type}
        onChange={kind => onChange({ type: kind === 'one' ? 'parser' : (kind as DraftTarget['type']) })}
        style={{ alignSelf: 'flex-start' }}
      />
      {isOne ? <OneTarget {...props} /> : <NamedTarget {...props} />}
      {(target.type !== 'workflow' || target.database_id) && (
        <SomeFields {...props} properties={{ database_id: schema.properties!.database_id! }} />
      )}
    </Stack>
  )
}

/** A workflow or an earlier batch, by its id, with its input as JSON. */
function NamedTarget(props: TargetFieldsProps) {
  const { target, schema } = props
  const { id } = schema.properties!
  const { label = '' } = KINDS.find(({ value }) => value === target.type) ?? {}
  const idSchema = { ...id!, title: label }
  return <SomeFields {...props} properties={{ id: idSchema, ...inputProperty(schema) }} />
}
