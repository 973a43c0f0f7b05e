import { Popover, UnstyledButton } from '@mantine/core'
import { counted } from '../../ui/counted.ts'
import { Marked } from '../../ui/marked.tsx'
import { namesOf } from '../../ui/runs/node-names.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import type { Graph, NodeKind, Problem } from './api.ts'
import { problemTarget } from './graph/problems.ts'
import classes from './workflows.module.css'

interface ProblemListOptions {
  problems: readonly Problem[] | undefined
  hasCheckFailed: boolean
  /** Nodes that were added but not filled in yet. */
  untouched: ReadonlySet<string>
  graph: Graph
  kinds: readonly NodeKind[]
  onSelect: (node: string) => void
}

/** The number of problems. Each problem links to its node. */
export function ProblemList({
  problems,
  hasCheckFailed,
  untouched,
  graph,
  kinds,
  onSelect,
}: ProblemListOptions) {
  if (hasCheckFailed) return <StateDot state="warn">Could not be checked</StateDot>
  if (!problems) return <StateDot state="quiet">Checking</StateDot>
  if (!problems.length) return <StateDot state="good">No problems</StateDot>
  const names = namesOf(graph, kinds)
  const nodeOf = (problem: Problem) => problemTarget(problem, graph).node
  const shownProblems = problems.filter(problem => !untouched.has(nodeOf(problem) ?? ''))
  const untouchedCount = new Set(
    problems.map(nodeOf).filter(node => node !== undefined && untouched.has(node)),
  ).size
  return (
    <Popover position="top-start" withArrow width={380}>
      <Popover.Target>
        <UnstyledButton className={classes.faultCount!}>
          {shownProblems.length ? (
            <StateDot state="bad">{counted(shownProblems.length, 'problem')}</StateDot>
          ) : (
            <StateDot state="quiet">{`${counted(untouchedCount, 'node')} to fill in`}</StateDot>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={classes.faults}>
          {problems.map(problem => {
            const node = nodeOf(problem)
            return (
              <UnstyledButton
                key={problem.field + problem.error}
                className={classes.faultLine!}
                disabled={!node}
                title={node ? undefined : 'This problem belongs to no node.'}
                onClick={() => node && onSelect(node)}
              >
                {node ? <strong>{names.get(node)}</strong> : <span className="mono">{problem.field}</span>}
                <Marked>{problem.error}</Marked>
              </UnstyledButton>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
