import { Checkbox, SegmentedControl, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { operationsQuery } from '../../lib/service/machine.ts'
import { ScheduleFields } from '../../ui/crons/schedule-fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { scheduleOf } from './draft.ts'
import type { SectionProps } from './parts.ts'

const SCHEDULE_CHOICES = [
  { value: 'once', label: 'Once, now' },
  { value: 'schedule', label: 'On a schedule' },
]

/** The choice of how often it runs. */
export function WhenSection({ draft, set, errorAt }: SectionProps) {
  const { data } = useQuery(operationsQuery)
  const schema = data?.data.find(({ id }) => id === 'cron-create')?.input as JsonSchema | undefined
  return (
    <Stack gap={16} component="section" aria-label="How often">
      <Title order={2}>How often</Title>
      <SegmentedControl
        aria-label="How often it runs"
        data={SCHEDULE_CHOICES}
        value={draft.isScheduled ? 'schedule' : 'once'}
        onChange={value => set({ isScheduled: value === 'schedule' })}
        style={{ alignSelf: 'flex-start' }}
      />
      {draft.isScheduled && schema && (
        <>
          <ScheduleFields
            schema={schema}
            draft={scheduleOf(draft)}
            onChange={set}
            errorAt={path => errorAt(`cron.${path}`)}
          />
          <Checkbox
            label="Run for the first time right away"
            checked={draft.runsNow}
            onChange={({ currentTarget }) => set({ runsNow: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  )
}
