import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { percent } from '../percent.ts'
import type { Stats } from './api.ts'

/** Fields that are filled much less than they used to be, each with the page that shows it. */
export function HealthNotice({ health }: { health: Stats['health'] }) {
  const { degraded, past } = health
  return (
    <Stack gap={8}>
      {degraded.length === 0 && <StateDot state="good">Every field is filled as it used to be</StateDot>}
      {degraded.map(drop => (
        <Alert key={drop.field} color="orange" role="status">
          <Text size="sm">
            <span className="mono">{drop.field}</span>
            {` is filled in ${percent(drop.rate)} of runs, and used to be in ${percent(drop.baseline)}. Since `}
            <Time at={drop.since} />
            {'. '}
            <Shown drop={drop} />
          </Text>
        </Alert>
      ))}
      {past.map(drop => (
        <Text key={`${drop.field} ${drop.since}`} size="xs" c="dimmed">
          <span className="mono">{drop.field}</span>
          {' was missing from '}
          <Time at={drop.since} />
          {' to '}
          <Time at={drop.until} />
        </Text>
      ))}
    </Stack>
  )
}

function Shown({ drop: { job_id, url } }: { drop: Stats['health']['degraded'][number] }) {
  if (job_id)
    return (
      <Anchor component={Link} to={`/jobs/${job_id}`} size="sm">
        Look at the job that shows it
      </Anchor>
    )
  return url ? <span style={{ overflowWrap: 'anywhere' }}>{`This page shows it: ${url}`}</span> : null
}
