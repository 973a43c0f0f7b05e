import {
  applyNodeChanges,
  Background,
  Controls,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import classes from '../workflows.module.css'
import { type Drawn, flowEdge, useDrawnNodes } from './drawn-graph.ts'
import { connect, disconnect, edgeKey, moveNodes, OUT, removeNodes } from './edit-graph.ts'
import { type FlowNode, GraphNode } from './graph-node.tsx'
import type { GraphState } from './use-graph.ts'

const NODE_TYPES = { step: GraphNode }
const LABELS = {
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit view',
}

const FIT = { maxZoom: 1, minZoom: 0.5, padding: 0.15 }

/** Graphs with more nodes than this have a mini-map. */
const MANY = 8

interface CanvasOptions extends Omit<Drawn, 'graph'> {
  editing: GraphState
  onSelect: (id: string | null) => void
}

/** The graph: nodes can be moved, connected, deleted by key, and selected by click or Enter. */
export function Canvas({ editing: { graph, change }, onSelect, ...shown }: CanvasOptions) {
  const scheme = useComputedColorScheme('light')
  const { flow, onNodes } = useFlowNodes({ graph, ...shown }, onSelect)
  const [chosen, choose] = useState<string | null>(null)
  const { problems } = shown
  const setCanvas = useAddedInView(flow, shown.selected)
  const edges = useMemo(
    () => graph.edges.map(edge => flowEdge(edge, graph, problems, chosen)),
    [graph, problems, chosen],
  )
  const onEdges = (changes: EdgeChange[]) => {
    for (const one of changes) {
      if (one.type === 'select') choose(one.selected ? one.id : null)
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
      onNodesChange={onNodes}
      onEdgesChange={onEdges}
      onNodesDelete={gone => {
        const ids = gone.map(({ id }) => id)
        change(graph => removeNodes(graph, ids))
        onSelect(null)
      }}
      onNodeDragStop={(_event, _node, moved) =>
        change(graph => moveNodes(graph, new Map(moved.map(({ id, position }) => [id, position]))))
      }
      onConnect={({ source, target, sourceHandle }) =>
        change(graph => connect(graph, { from: source, to: target, when: sourceHandle ?? OUT }))
      }
      isValidConnection={({ source, target }) => source !== target}
      deleteKeyCode={['Delete', 'Backspace']}
      onInit={setCanvas}
      fitView
      fitViewOptions={FIT}
      minZoom={0.2}
      proOptions={{ hideAttribution: true }}
      aria-label="Workflow"
      ariaLabelConfig={LABELS}
    >
      <Background gap={16} />
      <Controls showInteractive={false} />
      {graph.nodes.length > MANY && <MiniMap pannable zoomable ariaLabel="Overview" />}
    </ReactFlow>
  )
}

/** Brings an added node, which would lie below the visible part, to the middle once its size is known. */
function useAddedInView(flow: readonly FlowNode[], selected: string | null) {
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode> | null>(null)
  const [known] = useState(() => new Set(flow.map(({ id }) => id)))
  useEffect(() => {
    const added = flow.find(({ id }) => id === selected)
    if (!canvas || !added?.measured || known.has(added.id)) return
    known.add(added.id)
    const { width = 0, height = 0 } = added.measured
    const { x, y } = added.position
    void canvas.setCenter(x + width / 2, y + height / 2, { zoom: canvas.getZoom() })
  }, [canvas, flow, selected, known])
  return setCanvas
}

/** The nodes on the canvas; one that is being dragged is not moved by other changes. */
function useFlowNodes(shown: Drawn, onSelect: (id: string | null) => void) {
  const drawn = useDrawnNodes(shown)
  const [flow, setFlow] = useState<FlowNode[]>(drawn)
  useEffect(
    () =>
      setFlow(before =>
        drawn.map(node =>
          taken(
            node,
            before.find(({ id }) => id === node.id),
          ),
        ),
      ),
    [drawn],
  )
  const onNodes = (changes: NodeChange<FlowNode>[]) => {
    const kept = changes.filter(({ type }) => type !== 'remove')
    setFlow(before => applyNodeChanges(kept, before))
    const marked = changes.filter(change => change.type === 'select')
    const chosen = marked.find(({ selected }) => selected)
    if (chosen) onSelect(chosen.id)
    else if (marked.some(({ id }) => id === shown.selected)) onSelect(null)
  }
  return { flow, onNodes }
}

const taken = (node: FlowNode, before: FlowNode | undefined): FlowNode => ({
  ...node,
  ...(before?.measured && { measured: before.measured }),
  ...(before?.dragging && { position: before.position, dragging: true }),
})
