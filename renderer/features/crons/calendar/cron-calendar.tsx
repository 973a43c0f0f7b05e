import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAddressParameter } from '../../../lib/in-address.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { type Calendar, calendarQuery } from '../api.ts'
import { DayCalendar } from './day-calendar.tsx'
import { WeekCalendar } from './week-calendar.tsx'

const SPANS = { day: { label: '24 hours', hours: 24 }, week: { label: '7 days', hours: 168 } }
type Span = keyof typeof SPANS

/** The calendar of the next cron runs, within a day or a week. */
export function CronCalendar() {
  const [spanParam, setSpanParam] = useAddressParameter('calendar')
  const span: Span = spanParam === 'week' ? 'week' : 'day'
  const title = `Next ${SPANS[span].label}`
  const calendar = useQuery(calendarQuery(useAccount(), SPANS[span].hours))
  return (
    <Stack gap={8} component="section" aria-label={title}>
      <Group gap={12}>
        <Title order={2}>{title}</Title>
        <SegmentedControl
          size="xs"
          aria-label="Calendar"
          value={span}
          onChange={next => setSpanParam(next === 'week' ? next : null)}
          data={Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      {calendar.isPending && <RowsSkeleton rows={3} />}
      {calendar.isError && <ErrorNotice error={calendar.error} onRetry={() => void calendar.refetch()} />}
      {calendar.data && <Crons span={span} calendar={calendar.data} />}
    </Stack>
  )
}

/** Lists the crons, those due next first. */
function Crons({ span, calendar }: { span: Span; calendar: Calendar }) {
  if (!calendar.data.length) return <Text c="dimmed">{`No runs in the next ${SPANS[span].label}.`}</Text>
  const data = calendar.data.toSorted((a, b) => (a.times[0]! < b.times[0]! ? -1 : 1))
  return span === 'day' ? (
    <DayCalendar day={{ ...calendar, data }} />
  ) : (
    <WeekCalendar week={{ ...calendar, data }} />
  )
}
