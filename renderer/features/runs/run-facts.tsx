import { Anchor, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { durationText, tookOf } from '../../ui/jobs/durations.ts'
import { failedIn, type Run } from '../../ui/runs/records.ts'
import { kindOf, RunStateDot } from '../../ui/runs/run-states.tsx'
import { Time } from '../../ui/time.tsx'

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} size="sm">
    {children}
  </Anchor>
)

/** What a run is, at one look. */
export function RunFacts({ run }: { run: Run }) {
  const took = tookOf(run)
  const failed = failedIn(run)
  return (
    <Group gap={32} align="flex-start">
      <Fact name="State" note={failed > 0 && `${counted(failed, 'item')} failed`}>
        <RunStateDot state={run.state} />
      </Fact>
      <Fact name="Workflow" note={`v${run.workflow_version}`}>
        <To to={`/workflows/${run.workflow_id}?run=${run.id}`}>Show on the drawing</To>
      </Fact>
      <Fact name="Started" note={<Time at={run.created_at} />}>
        {kindOf(run)}
      </Fact>
      <Fact name="Took">{took === null ? 'not begun' : durationText(took)}</Fact>
      <Fact name="Credits" note={run.budget !== null && `of ${counted(run.budget, 'credit')} at most`}>
        {run.credits ? counted(run.credits, 'credit') : 'none'}
      </Fact>
      <Fact name="Id">
        <Group gap={4} wrap="nowrap">
          <span className="mono">{run.id}</span>
          <CopyButton text={run.id} what="the id" />
        </Group>
      </Fact>
      {run.retry_of && (
        <Fact name="Repeats">
          <To to={`/runs/${run.retry_of}`}>an earlier run</To>
        </Fact>
      )}
      {run.parent_run_id && (
        <Fact name="Works for">
          <To to={`/runs/${run.parent_run_id}`}>another run</To>
        </Fact>
      )}
    </Group>
  )
}
