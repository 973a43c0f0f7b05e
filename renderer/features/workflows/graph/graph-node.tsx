import { IconPin } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { stateLabel } from '../../../../server/base/fields/state-labels.ts'
import { counted } from '../../../ui/counted.ts'
import { Marked } from '../../../ui/marked.tsx'
import { colourOf } from '../../../ui/outcome.tsx'
import { leftText, missingReason, type RunStep } from '../../../ui/runs/records.ts'
import { outcomeOfStep } from '../../../ui/runs/run-states.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import type { NodeKind, Problem } from '../api.ts'
import { iconOf } from '../nodes/node-kinds.ts'
import classes from '../workflows.module.css'
import { ERROR } from './edit-graph.ts'

export type FlowNode = Node<
  {
    name: string
    /** The subject of the node: the first text of its settings. */
    subject: string
    isPinned: boolean
    kind: NodeKind | undefined
    branches: readonly string[]
    problems: readonly Problem[]
    /** The step of the run that is shown. */
    step: RunStep | undefined
  },
  'step'
>

/** A node on the canvas: its title, its problems, and its state in the shown run. */
export function GraphNode({ data, selected }: NodeProps<FlowNode>) {
  const { name, subject, isPinned, kind, branches, problems, step } = data
  const Icon = iconOf(kind)
  const isSplit = branches.length > 1
  return (
    <div
      className={classes.node}
      data-selected={selected || undefined}
      data-faulty={problems.length > 0 || undefined}
      data-state={step?.state}
      data-failed={step?.items_failed ? true : undefined}
    >
      {kind?.type !== 'input' && <Handle type="target" position={Position.Top} className={classes.handle!} />}
      <div className={classes.nodeHead}>
        <Icon size={18} aria-hidden className={classes.nodeIcon!} />
        <div className={classes.nodeText}>
          <div className={classes.nodeTitle} title={name}>
            {name}
          </div>
          <NodeStatus problems={problems} step={step} subject={subject} />
        </div>
        {isPinned && (
          <IconPin size={14} className={classes.nodeIcon!} role="img" aria-label="Has pinned items" />
        )}
      </div>
      <div className={isSplit ? classes.branches : undefined}>
        {branches.map(branch => (
          <div key={branch} className={isSplit ? classes.branch : undefined}>
            {isSplit && branch}
            <Handle type="source" id={branch} position={Position.Bottom} className={classes.handle!} />
          </div>
        ))}
      </div>
      <Handle
        type="source"
        id={ERROR}
        position={Position.Right}
        className={`${classes.handle} ${classes.errorHandle}`}
        title="Failed items"
      />
    </div>
  )
}

/** The line below the title: a problem, the state in the run, or the subject of the node. */
function NodeStatus({
  problems: [problem],
  step,
  subject,
}: {
  problems: readonly Problem[]
  step: RunStep | undefined
  subject: string
}) {
  if (problem)
    return (
      <div className={classes.nodeFault} title={problem.error.replaceAll('`', '')}>
        <Marked>{problem.error}</Marked>
      </div>
    )
  if (!step)
    return (
      <div className={classes.nodeSubject} title={subject}>
        {subject}
      </div>
    )
  const text = stepText(step)
  return (
    <div className={classes.nodeSubject} title={[text, missingReason(step)].filter(Boolean).join('. ')}>
      <StateDot state={colourOf(outcomeOfStep(step))}>{text}</StateDot>
    </div>
  )
}

/** Says what a step did with its items. What is wrong comes first if the end may be cut off. */
function stepText(step: RunStep): string {
  if (!step.items_in) return stateLabel(step.state)
  const failed = step.items_failed ? `, ${step.items_failed} failed` : ''
  return `${step.incomplete ? 'Incomplete: ' : ''}${counted(step.items_in, 'item')} → ${leftText(step)}${failed}`
}
