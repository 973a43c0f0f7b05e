import { Stack, Title } from '@mantine/core'
import { durationText, elapsedMs } from '../../ui/jobs/durations.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { type Column, NUMBER_PX } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { colourOf, OUTCOME_PX, OutcomeDot } from '../../ui/outcome.tsx'
import { leftText, missingReason, type RunStep, type WorkflowRun } from '../../ui/runs/records.ts'
import { outcomeOfStep } from '../../ui/runs/run-states.tsx'
import classes from './runs.module.css'

type NameOf = (node: string) => string

/** The width of a large number of items that is incomplete. */
const INCOMPLETE_PX = 144

const outText = (step: RunStep) => `${leftText(step)}${step.incomplete ? ', incomplete' : ''}`

const columns = (run: WorkflowRun, chosen: string | undefined, nameOf: NameOf): Column<RunStep>[] => [
  {
    name: 'Step',
    grow: 2.4,
    show: ({ node_id }) => <StepName id={node_id} name={nameOf(node_id)} isChosen={node_id === chosen} />,
  },
  { name: 'State', grow: 1.9, least: OUTCOME_PX, show: step => <OutcomeDot {...outcomeOfStep(step)} /> },
  { name: 'Items in', right: true, show: ({ items_in }) => numberText(items_in) },
  {
    name: 'Items out',
    right: true,
    grow: 1.6,
    ...(run.steps.some(({ incomplete }) => incomplete) && { least: INCOMPLETE_PX }),
    show: step => <span title={missingReason(step) ?? outText(step)}>{outText(step)}</span>,
  },
  { name: 'Credits', right: true, show: ({ credits }) => numberText(credits) },
  { name: 'Timeline', grow: 2.4, show: step => <Span run={run} step={step} /> },
  {
    name: 'Error',
    grow: 2,
    show: ({ error }) => error && <span title={error.hint}>{error.message}</span>,
  },
]

/** The steps of a run, each with its time within the run. A click shows the items of a step. */
export const RunSteps = ({
  run,
  chosen,
  nameOf,
  onChoose,
}: {
  run: WorkflowRun
  chosen: string | undefined
  nameOf: NameOf
  onChoose: (node: string) => void
}) => (
  <Stack gap={12} component="section">
    <Title order={2}>Steps</Title>
    <DataTable
      label="Steps"
      columnPx={NUMBER_PX}
      rows={run.steps}
      idOf={({ node_id }) => node_id}
      columns={columns(run, chosen, nameOf)}
      onOpen={({ node_id }) => onChoose(node_id)}
    />
  </Stack>
)

/** Shows the name of a step on the canvas, and its id, which errors and the API use. */
const StepName = ({ id, name, isChosen }: { id: string; name: string; isChosen: boolean }) => (
  <span title={name === id ? id : `${name} · ${id}`} aria-current={isChosen ? 'true' : undefined}>
    {isChosen && '▸ '}
    {name !== id && `${name} `}
    <span className={`mono ${classes.stepId}`}>{id}</span>
  </span>
)

/** Shows the time of a step within its run as a bar. */
function Span({ run, step }: { run: WorkflowRun; step: RunStep }) {
  const runMs = elapsedMs(run)
  const stepMs = elapsedMs(step)
  if (runMs === null || stepMs === null) return null
  const before = Date.parse(step.started_at!) - Date.parse(run.started_at!)
  if (before < 0) return <span className={classes.earlier}>in an earlier run</span>
  const share = (ms: number) => `${(100 * Math.max(0, ms)) / Math.max(runMs, 1)}%`
  return (
    <span className={classes.span} title={durationText(stepMs)}>
      <span
        data-state={colourOf(outcomeOfStep(step))}
        style={{ left: share(before), width: share(stepMs) }}
      />
    </span>
  )
}
