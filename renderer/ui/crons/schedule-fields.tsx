import { Select, Stack, TextInput } from '@mantine/core'
import type { ErrorBody } from '../../lib/service/call-error.ts'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { NameSelect } from '../../ui/form/name-select.tsx'
import { titleOf } from '../../ui/form/widget.ts'
import { LOCAL_TIME_ZONE, type Schedule } from './schedule.ts'
import { SchedulePreview } from './schedule-preview.tsx'

/** Common expressions. */
const COMMON_EXPRESSIONS = [
  { value: '0 * * * *', label: 'Every hour' },
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 9 * * *', label: 'Every day at 9:00' },
  { value: '0 9 * * 1-5', label: 'Every weekday at 9:00' },
  { value: '0 9 * * 1', label: 'Every Monday at 9:00' },
  { value: '0 9 1 * *', label: 'On the first of every month' },
]

const TIME_ZONES = [...new Set([LOCAL_TIME_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

interface ScheduleFieldsProps<Draft extends Schedule> {
  /** The schema of the operation that creates a cron. */
  schema: JsonSchema
  draft: Draft
  onChange: (draft: Draft) => void
  errorAt: (path: string) => ErrorBody | null
}

/** The fields of a schedule: an expression and a time zone, with a preview of the next runs. */
export function ScheduleFields<Draft extends Schedule>({
  schema,
  draft,
  onChange,
  errorAt,
}: ScheduleFieldsProps<Draft>) {
  const { expression, timezone } = draft
  return (
    <Stack gap={16}>
      <Select
        label="How often"
        placeholder="Custom expression"
        data={COMMON_EXPRESSIONS}
        value={COMMON_EXPRESSIONS.some(({ value }) => value === expression) ? expression : null}
        onChange={value => value && onChange({ ...draft, expression: value })}
      />
      <TextInput
        label={titleOf('expression', schema.properties!.expression!)}
        withAsterisk
        classNames={{ input: 'mono' }}
        description="Minute, hour, day of the month, month, day of the week."
        descriptionProps={{ fz: 12 }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={expression}
        error={errorAt('expression')?.error}
        onChange={event => onChange({ ...draft, expression: event.currentTarget.value })}
      />
      <NameSelect
        label={titleOf('timezone', schema.properties!.timezone!)}
        withAsterisk
        data={TIME_ZONES.includes(timezone) ? TIME_ZONES : [timezone, ...TIME_ZONES]}
        limit={60}
        nothingFoundMessage="No matching time zone"
        value={timezone}
        error={errorAt('timezone')?.error}
        onChange={value => value && onChange({ ...draft, timezone: value })}
      />
      <SchedulePreview expression={expression} timezone={timezone} />
    </Stack>
  )
}
