import { type Edge, MarkerType } from '@xyflow/react'
import { useMemo } from 'react'
import { counted } from '../../../ui/counted.ts'
import { kindOfNode, namesOf } from '../../../ui/runs/node-names.ts'
import type { WorkflowRun } from '../../../ui/runs/records.ts'
import type { Graph, GraphEdge, NodeKind, Problem } from '../api.ts'
import { branchesOf, subjectOf } from '../nodes/node-kinds.ts'
import { useRecordNames } from '../nodes/use-record-names.ts'
import classes from '../workflows.module.css'
import { edgeKey, OUT } from './edit-graph.ts'
import type { FlowNode } from './graph-node.tsx'
import { withPositions } from './layout-graph.ts'
import { problemTarget } from './problems.ts'

const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 }

/** The data that the canvas shows. */
export interface GraphView {
  graph: Graph
  kinds: readonly NodeKind[]
  problems: readonly Problem[]
  run: WorkflowRun | undefined
  selected: readonly string[]
  /** Nodes that were added but not filled in yet. */
  untouched: ReadonlySet<string>
}

/** Returns the nodes with everything that the canvas shows of them. Nodes without a position get one from the layout. */
export function useDrawnNodes({ graph, kinds, problems, run, selected, untouched }: GraphView) {
  const records = useRecordNames(graph, kinds)
  return useMemo(() => {
    const names = namesOf(graph, kinds)
    return withPositions(graph, kinds).nodes.map((node): FlowNode => {
      const kind = kindOfNode(kinds, node)
      const isUntouched = untouched.has(node.id)
      const nodeProblems = problems.filter(problem => problemTarget(problem, graph).node === node.id)
      return {
        id: node.id,
        type: 'step',
        position: node.position!,
        selected: selected.includes(node.id),
        ariaLabel: `Node ${names.get(node.id)}`,
        data: {
          name: names.get(node.id)!,
          subject:
            subjectOf(node, kind, records) || (isUntouched && nodeProblems.length ? 'Not filled in yet' : ''),
          isPinned: Boolean(node.pinned?.length),
          kind,
          branches: branchesOf(kinds, node.type),
          problems: isUntouched ? [] : nodeProblems,
          step: run?.steps.find(({ node_id }) => node_id === node.id),
        },
      }
    })
  }, [graph, kinds, problems, run, selected, untouched, records])
}

/** Returns how many items of a run went through an edge; null if the edge was not part of the run. */
function itemCountOf({ from, to, when = OUT }: GraphEdge, run: WorkflowRun | undefined): number | null {
  const step = run?.steps.find(({ node_id }) => node_id === from)
  const isInRun = run?.steps.some(({ node_id }) => node_id === to)
  return step?.branches && isInRun ? (step.branches[when] ?? 0) : null
}

/** Returns the label of an edge: its branch, unless that is the only one, and the number of items that went through it. */
function edgeLabel({ when = OUT }: GraphEdge, count: number | null): string {
  const items = count === null ? '' : counted(count, 'item')
  if (when === OUT) return items
  return items ? `${when}: ${items}` : when
}

/** Converts an edge for the canvas, with the number of items that went through it in the run. */
export function flowEdge(
  edge: GraphEdge,
  {
    graph,
    names,
    problems,
    run,
  }: Pick<GraphView, 'graph' | 'problems' | 'run'> & { names: ReadonlyMap<string, string> },
  chosen: string | null,
): Edge {
  const id = edgeKey(edge)
  const { from, to, when = OUT } = edge
  const label = edgeLabel(edge, itemCountOf(edge, run))
  const isFaulty = problems.some(problem => problemTarget(problem, graph).edge === id)
  return {
    id,
    source: from,
    target: to,
    sourceHandle: when,
    selected: id === chosen,
    markerEnd: MARKER,
    ariaLabel: `From ${names.get(from) ?? from} to ${names.get(to) ?? to}${label && `, ${label}`}`,
    className: isFaulty ? classes.faultyEdge! : '',
    ...(label && { label }),
  }
}
