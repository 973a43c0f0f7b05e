import { Group } from '@mantine/core'
import { Fact } from '../../ui/fact.tsx'
import { BatchStateDot } from '../../ui/jobs/batch-state.tsx'
import type { Batch } from '../../ui/jobs/records.ts'
import { TargetLink } from '../../ui/jobs/target-link.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { ShownId } from '../../ui/shown-id.tsx'
import { SpokenState } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'

/** The main facts of a batch. */
export const BatchFacts = ({ batch }: { batch: Batch }) => (
  <Group gap="16px 32px" align="flex-start">
    <Fact name="State">
      <SpokenState>
        <BatchStateDot batch={batch} />
      </SpokenState>
    </Fact>
    <Fact name="Parser or API">
      <TargetLink target={batch.target} />
    </Fact>
    <Fact name="Created">
      <Time at={batch.created_at} />
    </Fact>
    <Fact name="ID">
      <ShownId id={batch.id} />
    </Fact>
    {batch.database_id && (
      <Fact name="Writes to">
        <TextLink to={`/databases/${batch.database_id}`}>Open the database</TextLink>
      </Fact>
    )}
    {batch.retry_of && (
      <Fact name="Retries the failed items of">
        <TextLink to={`/batches/${batch.retry_of}`}>an earlier batch</TextLink>
      </Fact>
    )}
    {batch.cron_id && (
      <Fact name="Created by">
        <TextLink to={`/crons/${batch.cron_id}`}>a cron</TextLink>
      </Fact>
    )}
  </Group>
)
