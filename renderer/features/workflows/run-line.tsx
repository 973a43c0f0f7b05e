import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { counted } from '../../ui/counted.ts'
import { Marked } from '../../ui/marked.tsx'
import { isRunOpen, type WorkflowRun } from '../../ui/runs/records.ts'
import { RunStateDot } from '../../ui/runs/run-states.tsx'
import { Time } from '../../ui/time.tsx'
import type { RunState } from './use-run.ts'
import classes from './workflows.module.css'

function runLabel({ dry_run, only_node, to_node }: WorkflowRun, nameOf: (node: string) => string): string {
  const kind = dry_run ? 'Dry run' : 'Run'
  if (only_node) return `${kind} of only ${nameOf(only_node)}`
  return to_node ? `${kind} to ${nameOf(to_node)}` : kind
}

/** Shows the state and cost of the run on the canvas. */
export function RunLine({ running, nameOf }: { running: RunState; nameOf: (node: string) => string }) {
  const { run, cancel, hide } = running
  if (!run) return null
  return (
    <section className={classes.runLine} aria-label="Run" aria-live="polite">
      <Group gap="0 12px" miw={0}>
        <Text size="sm">{runLabel(run, nameOf)}</Text>
        <RunStateDot run={run} />
        <Text size="sm" c="dimmed" component="span">
          <Time at={run.created_at} />
        </Text>
        <Text size="sm" className="tabular">
          {counted(run.credits, 'credit')}
        </Text>
        {run.error && (
          <Text size="sm" truncate title={run.error.message}>
            <Marked>{run.error.message}</Marked>
          </Text>
        )}
      </Group>
      <Group gap={8} wrap="nowrap">
        <Anchor component={Link} to={`/runs/${run.id}`} size="sm">
          Open run
        </Anchor>
        {isRunOpen(run) && (
          <Button size="compact-sm" variant="default" onClick={cancel}>
            Cancel run
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Hide run" onClick={hide}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </section>
  )
}
