import { Group } from '@mantine/core'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { durationText, elapsedMs } from '../../ui/jobs/durations.ts'
import { TextLink } from '../../ui/lists/links.tsx'
import type { WorkflowRun } from '../../ui/runs/records.ts'
import { kindOfRun, RunStateDot } from '../../ui/runs/run-states.tsx'
import { ShownId } from '../../ui/shown-id.tsx'
import { SpokenState } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'

/** The main facts of a run. */
export function RunFacts({ run, nameOf }: { run: WorkflowRun; nameOf: (node: string) => string }) {
  const durationMs = elapsedMs(run)
  return (
    <Group gap="16px 32px" align="flex-start">
      <Fact name="State">
        <SpokenState>
          <RunStateDot run={run} />
        </SpokenState>
      </Fact>
      <Fact name="Workflow" note={`v${run.workflow_version}`}>
        <TextLink to={`/workflows/${run.workflow_id}?run=${run.id}`}>Open in editor</TextLink>
      </Fact>
      <Fact name="Started" note={<Time at={run.created_at} />}>
        {kindOfRun(run, nameOf)}
      </Fact>
      <Fact name="Took">{durationMs === null ? 'not started' : durationText(durationMs)}</Fact>
      <Fact name="Credits" note={run.budget !== null && `limit ${counted(run.budget, 'credit')}`}>
        {run.credits ? counted(run.credits, 'credit') : 'none'}
      </Fact>
      <Fact name="ID">
        <ShownId id={run.id} />
      </Fact>
      {run.retry_of && (
        <Fact name="Retry of">
          <TextLink to={`/runs/${run.retry_of}`}>an earlier run</TextLink>
        </Fact>
      )}
      {run.parent_run_id && (
        <Fact name="Parent">
          <TextLink to={`/runs/${run.parent_run_id}`}>another run</TextLink>
        </Fact>
      )}
    </Group>
  )
}
