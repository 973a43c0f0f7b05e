import { type Edge, MarkerType } from '@xyflow/react'
import { useMemo } from 'react'
import type { Graph, GraphEdge, NodeKind, Problem, Run } from '../api.ts'
import { branchesOf, kindOfNode } from '../nodes/node-kinds.ts'
import classes from '../workflows.module.css'
import { edgeKey, OUT } from './edit-graph.ts'
import type { FlowNode } from './graph-node.tsx'
import { placesOf } from './layout-graph.ts'
import { placeOf } from './problems.ts'

const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 }

/** What the canvas shows. */
export interface Drawn {
  graph: Graph
  kinds: readonly NodeKind[]
  problems: readonly Problem[]
  run: Run | undefined
  selected: string | null
}

/** The nodes with all that is shown of them; those without a position get one from the layout. */
export function useDrawnNodes({ graph, kinds, problems, run, selected }: Drawn) {
  return useMemo(() => {
    const places = graph.nodes.every(({ position }) => position)
      ? null
      : placesOf(graph, type => branchesOf(kinds, type))
    return graph.nodes.map(
      (node): FlowNode => ({
        id: node.id,
        type: 'step',
        position: node.position ?? places!.get(node.id)!,
        selected: node.id === selected,
        ariaLabel: `Node ${node.id}`,
        data: {
          node,
          kind: kindOfNode(kinds, node),
          branches: branchesOf(kinds, node.type),
          problems: problems.filter(problem => placeOf(problem, graph).node === node.id),
          step: run?.steps.find(({ node_id }) => node_id === node.id),
        },
      }),
    )
  }, [graph, kinds, problems, run, selected])
}

export function flowEdge(
  edge: GraphEdge,
  graph: Graph,
  problems: readonly Problem[],
  chosen: string | null,
): Edge {
  const id = edgeKey(edge)
  const { from, to, when = OUT } = edge
  const isFaulty = problems.some(problem => placeOf(problem, graph).edge === id)
  return {
    id,
    source: from,
    target: to,
    sourceHandle: when,
    selected: id === chosen,
    markerEnd: MARKER,
    ariaLabel: `From ${from} to ${to}${when === OUT ? '' : ` by ${when}`}`,
    className: isFaulty ? classes.faultyEdge! : '',
    ...(when !== OUT && { label: when }),
  }
}
