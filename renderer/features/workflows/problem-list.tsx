import { Popover, UnstyledButton } from '@mantine/core'
import { counted } from '../../ui/counted.ts'
import { Marked } from '../../ui/marked.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import type { Graph, Problem } from './api.ts'
import { placeOf } from './graph/problems.ts'
import classes from './workflows.module.css'

interface ProblemListOptions {
  problems: readonly Problem[] | undefined
  graph: Graph
  onSelect: (node: string) => void
}

/** The number of problems; each one links to its node. */
export function ProblemList({ problems, graph, onSelect }: ProblemListOptions) {
  if (!problems) return <StateDot state="quiet">checking</StateDot>
  if (!problems.length) return <StateDot state="good">no problems</StateDot>
  return (
    <Popover position="top-start" withArrow width={380}>
      <Popover.Target>
        <UnstyledButton className={classes.faultCount!}>
          <StateDot state="bad">{counted(problems.length, 'problem')}</StateDot>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={classes.faults}>
          {problems.map(problem => {
            const { node } = placeOf(problem, graph)
            return (
              <UnstyledButton
                key={problem.field + problem.error}
                className={classes.faultLine!}
                disabled={!node}
                onClick={() => node && onSelect(node)}
              >
                <span className="mono">{problem.field}</span>
                <Marked>{problem.error}</Marked>
              </UnstyledButton>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
