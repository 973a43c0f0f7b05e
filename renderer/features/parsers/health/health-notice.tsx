import { Alert, Stack, Text } from '@mantine/core'
import { TextLink } from '../../../ui/lists/links.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { percent } from '../percent.ts'
import type { Stats } from './api.ts'

/** Lists the fields that have values much less often than before, each with a page that shows it. */
export function HealthNotice({ health }: { health: Stats['health'] }) {
  const { degraded, past } = health
  return (
    <Stack gap={8}>
      {degraded.length === 0 && <StateDot state="quiet">No field has values less often than before</StateDot>}
      {degraded.map(drop => (
        <Alert key={drop.field} color="orange" role="status">
          <Text size="sm">
            <span className="mono">{drop.field}</span>
            {` has a value in ${percent(drop.rate)} of calls, before in ${percent(drop.baseline)}. Since `}
            <Time at={drop.since} />
            {'. '}
            <ExampleLink drop={drop} />
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

function ExampleLink({ drop: { job_id, url } }: { drop: Stats['health']['degraded'][number] }) {
  if (job_id) return <TextLink to={`/jobs/${job_id}`}>Open a job that shows it</TextLink>
  return url ? <span style={{ overflowWrap: 'anywhere' }}>{`Page that shows it: ${url}`}</span> : null
}
