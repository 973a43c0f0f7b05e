import { Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { call } from '../../lib/service/client.ts'
import { LOCALE } from '../locale.ts'
import { LOCAL_TIME_ZONE, type Schedule } from './schedule.ts'
import classes from './schedule-preview.module.css'

const DEBOUNCE_MS = 150

/** The query for the next times of an expression while it is edited. */
const previewQuery = (expression: string, timezone: string, hour12: boolean) =>
  queryOptions({
    queryKey: ['cron-preview', expression, timezone, hour12],
    queryFn: ({ signal }) => call('cron-preview', { expression, timezone, hour12 }, { signal }),
    enabled: expression.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })

/** An expression in words, and its next times in its own zone and in the zone of this machine. */
export function SchedulePreview(schedule: Schedule) {
  const [hour12, setHour12] = useState(false)
  const [{ expression, timezone }] = useDebouncedValue(schedule, DEBOUNCE_MS)
  const preview = useQuery(previewQuery(expression, timezone, hour12))
  const previewData = preview.isError ? undefined : preview.data
  const isOtherZone = timezone !== LOCAL_TIME_ZONE
  return (
    <Paper withBorder p={12} component="section" aria-label="Upcoming runs">
      <Stack gap={8}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} aria-live="polite" c={preview.isError ? 'dimmed' : ''}>
            {previewData?.reading ?? (preview.isError ? errorBodyOf(preview.error).error : '…')}
          </Text>
          <Switch
            size="xs"
            style={{ flex: 'none' }}
            label="12-hour clock"
            checked={hour12}
            onChange={event => setHour12(event.currentTarget.checked)}
          />
        </Group>
        {previewData && (
          <ol className={classes.times} aria-label="Next times">
            {previewData.data.map((at, i) => (
              <li key={at} className="tabular">
                <Text size="sm" span>
                  {dayAndTime(at, timezone, hour12)}
                </Text>
                {isOtherZone && (
                  <Text size="xs" c="dimmed" span title={previewData.local[i]}>
                    {`  ${hereText(at, timezone, hour12)} here`}
                  </Text>
                )}
              </li>
            ))}
          </ol>
        )}
      </Stack>
    </Paper>
  )
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

const dayIn = (at: string, timeZone: string) => new Date(at).toLocaleDateString(LOCALE, { ...DAY, timeZone })

const timeIn = (at: string, timeZone: string, hour12: boolean) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone, hour12, hour: '2-digit', minute: '2-digit' })

const dayAndTime = (at: string, timeZone: string, hour12: boolean) =>
  `${dayIn(at, timeZone)}, ${timeIn(at, timeZone, hour12)}`

/** The time in the zone of this machine, with the day if it differs. */
const hereText = (at: string, timezone: string, hour12: boolean) =>
  dayIn(at, LOCAL_TIME_ZONE) === dayIn(at, timezone)
    ? timeIn(at, LOCAL_TIME_ZONE, hour12)
    : dayAndTime(at, LOCAL_TIME_ZONE, hour12)
