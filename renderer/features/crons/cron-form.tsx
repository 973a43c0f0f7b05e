import { Button, Collapse, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorsOf } from '../../lib/service/call-error.ts'
import { operationsQuery } from '../../lib/service/machine.ts'
import { ScheduleFields } from '../../ui/crons/schedule-fields.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import type { CronDraft } from './draft.ts'
import { TargetFields } from './target-fields.tsx'

/** Fields that have inputs of their own; the others are rules. */
const OWN_FIELDS = ['name', 'enabled', 'expression', 'timezone', 'target']

interface CronFormProps {
  draft: CronDraft
  onChange: (draft: CronDraft) => void
  error: unknown
  /** Whether the name takes the focus as the form appears. */
  autoFocus?: boolean
}

/** The form of a cron. The fields and hints come from the operation that creates a cron. */
export function CronForm({ draft, onChange, error, autoFocus = false }: CronFormProps) {
  const operations = useQuery(operationsQuery)
  if (operations.isPending) return <RowsSkeleton />
  if (operations.isError)
    return <ErrorNotice error={operations.error} onRetry={() => void operations.refetch()} />
  const { properties = {} } = operations.data.data.find(({ id }) => id === 'cron-create')!.input as JsonSchema
  const errorAt = errorsOf(error)
  const rules = Object.entries(properties).filter(([name]) => !OWN_FIELDS.includes(name))
  const fields = (schema: JsonSchema) => (
    <Fields
      schema={schema}
      values={draft}
      onChange={values => onChange(values as CronDraft)}
      errorAt={errorAt}
      autoFocus={autoFocus}
    />
  )
  return (
    <Stack gap={24}>
      {fields({ properties: { name: properties.name! }, required: ['name'] })}
      <Stack gap={16} component="section">
        <Title order={2}>When</Title>
        <ScheduleFields schema={{ properties }} draft={draft} onChange={onChange} errorAt={errorAt} />
      </Stack>
      <Stack gap={16} component="section">
        <Title order={2}>What</Title>
        <TargetFields
          target={draft.target}
          schema={properties.target!}
          onChange={target => onChange({ ...draft, target })}
          errorAt={errorAt}
        />
      </Stack>
      <Rules mustOpen={rules.some(([name]) => errorAt(name) !== null)}>
        {fields({ properties: Object.fromEntries(rules) })}
      </Rules>
    </Stack>
  )
}

/** The other settings. Collapsed, since the defaults fit most crons. */
function Rules({ mustOpen, children }: { mustOpen: boolean; children: ReactNode }) {
  const [isOpenByUser, setOpen] = useState(false)
  const open = isOpenByUser || mustOpen
  return (
    <Stack gap={16} align="stretch">
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        maw="100%"
        h="auto"
        style={{ alignSelf: 'flex-start' }}
        styles={{ label: { whiteSpace: 'normal' } }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Fewer rules' : 'Overlaps, missed times, budget and failures'}
      </Button>
      <Collapse expanded={open}>{children}</Collapse>
    </Stack>
  )
}
