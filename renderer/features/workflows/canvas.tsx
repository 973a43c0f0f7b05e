import {
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  type EdgeChange,
  MarkerType,
  MiniMap,
  ReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { Graph, NodeKind, Problem, Run } from './api.ts'
import { connect, disconnect, edgeKey, moveNodes, OUT, removeNodes } from './edit-graph.ts'
import { type FlowNode, GraphNode } from './graph-node.tsx'
import { placesOf } from './layout-graph.ts'
import { branchesOf, kindOfNode } from './node-kinds.ts'
import { placeOf } from './problems.ts'
import type { GraphInHand } from './use-graph.ts'
import classes from './workflows.module.css'

const NODE_TYPES = { step: GraphNode }
const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 }

interface CanvasOptions {
  hand: GraphInHand
  kinds: readonly NodeKind[]
  problems: readonly Problem[]
  run: Run | undefined
  selected: string | null
  onSelect: (id: string | null) => void
}

/** The graph as a drawing: nodes are moved and connected, taken out by Delete, opened by click or Enter. */
export function Canvas({ hand, kinds, problems, run, selected, onSelect }: CanvasOptions) {
  const { graph, change } = hand
  const scheme = useComputedColorScheme('light')
  const drawn = useDrawnNodes({ graph, kinds, problems, run, selected })
  const [flow, setFlow] = useState<FlowNode[]>(drawn)
  useEffect(() => setFlow(before => drawn.map(node => ({ ...sizeOf(before, node.id), ...node }))), [drawn])
  const [chosenEdge, chooseEdge] = useState<string | null>(null)
  const edges = useMemo(
    () => graph.edges.map(edge => flowEdge(edge, graph, problems, chosenEdge)),
    [graph, problems, chosenEdge],
  )
  const onEdges = (changes: EdgeChange[]) => {
    for (const one of changes) {
      if (one.type === 'select') chooseEdge(one.selected ? one.id : null)
      if (one.type === 'remove')
        change(graph => graph.edges.filter(edge => edgeKey(edge) === one.id).reduce(disconnect, graph))
    }
  }
  return (
    <ReactFlow<FlowNode>
      className={classes.canvas!}
      colorMode={scheme}
      nodes={flow}
      edges={edges}
      nodeTypes={NODE_TYPES}
      onNodesChange={changes =>
        setFlow(before =>
          applyNodeChanges(
            changes.filter(({ type }) => type !== 'remove'),
            before,
          ),
        )
      }
      onEdgesChange={onEdges}
      onNodesDelete={gone => {
        change(graph =>
          removeNodes(
            graph,
            gone.map(({ id }) => id),
          ),
        )
        onSelect(null)
      }}
      onNodeDragStop={(_event, _node, moved) =>
        change(graph => moveNodes(graph, new Map(moved.map(({ id, position }) => [id, position]))))
      }
      onConnect={({ source, target, sourceHandle }) =>
        change(graph => connect(graph, { from: source, to: target, when: sourceHandle ?? OUT }))
      }
      isValidConnection={({ source, target }) => source !== target}
      onNodeClick={(_event, { id }) => onSelect(id)}
      onPaneClick={() => onSelect(null)}
      deleteKeyCode={['Delete', 'Backspace']}
      fitView
      fitViewOptions={{ maxZoom: 1, minZoom: 0.5, padding: 0.15 }}
      minZoom={0.2}
      proOptions={{ hideAttribution: true }}
      aria-label="Workflow"
    >
      <Background gap={16} />
      <Controls showInteractive={false} />
      {graph.nodes.length > 8 && <MiniMap pannable zoomable ariaLabel="Overview" />}
    </ReactFlow>
  )
}

const sizeOf = (nodes: readonly FlowNode[], id: string) => {
  const { measured } = nodes.find(node => node.id === id) ?? {}
  return measured ? { measured } : {}
}

/** The nodes with all that is shown of them; those without a place get one by the order of the edges. */
function useDrawnNodes({
  graph,
  kinds,
  problems,
  run,
  selected,
}: Omit<CanvasOptions, 'hand' | 'onSelect'> & { graph: Graph }) {
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

function flowEdge(
  edge: Graph['edges'][number],
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
