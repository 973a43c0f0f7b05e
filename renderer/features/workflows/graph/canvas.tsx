import {
  applyNodeChanges,
  Background,
  Controls,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { namesOf } from '../../../ui/runs/node-names.ts'
import type { Select, Selected } from '../use-save.ts'
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

/** Graphs with more nodes than this get a minimap. */
const MANY = 8

interface CanvasOptions extends Omit<Drawn, 'graph'> {
  editing: GraphState
  onSelect: Select
}

/**
 * The graph on a canvas. Nodes can be moved, connected, deleted by key, selected by click or Enter, and selected together
 * by dragging with Shift.
 */
export function Canvas({ editing: { graph, change }, onSelect, ...shown }: CanvasOptions) {
  const scheme = useComputedColorScheme('light')
  const { flow, onNodes } = useFlowNodes({ graph, ...shown }, change, onSelect)
  const [chosen, choose] = useState<string | null>(null)
  const { problems, kinds, run } = shown
  const setCanvas = useAddedInView(flow)
  const edges = useMemo(() => {
    const names = namesOf(graph, kinds)
    return graph.edges.map(edge => flowEdge(edge, { graph, names, problems, run }, chosen))
  }, [graph, kinds, problems, run, chosen])
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
        onSelect(() => [])
      }}
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
      <KeepMiddle />
      {graph.nodes.length > MANY && <MiniMap pannable zoomable ariaLabel="Overview" />}
    </ReactFlow>
  )
}

/** Keeps the middle of the visible part in place when the canvas is resized. */
function KeepMiddle() {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore(canvas => canvas.width)
  const height = useStore(canvas => canvas.height)
  const before = useRef({ width, height })
  useEffect(() => {
    const was = before.current
    before.current = { width, height }
    if (!was.width || !width) return
    const { x, y, zoom } = getViewport()
    void setViewport({ x: x + (width - was.width) / 2, y: y + (height - was.height) / 2, zoom })
  }, [width, height, getViewport, setViewport])
  return null
}

/** Scrolls added nodes to the middle once their sizes are known, since they may lie outside of the visible part. */
function useAddedInView(flow: readonly FlowNode[]) {
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode> | null>(null)
  const [known] = useState(() => new Set(flow.map(({ id }) => id)))
  useEffect(() => {
    for (const id of known) if (flow.every(node => node.id !== id)) known.delete(id)
    const added = flow.filter(({ id }) => !known.has(id))
    if (!canvas || !added.length || !added.every(({ measured }) => measured)) return
    for (const { id } of added) known.add(id)
    const { x, y, width, height } = canvas.getNodesBounds(added.map(({ id }) => id))
    void canvas.setCenter(x + width / 2, y + height / 2, { zoom: canvas.getZoom() })
  }, [canvas, flow, known])
  return setCanvas
}

/** Manages the nodes on the canvas. A node that is being dragged is not moved by other changes. */
function useFlowNodes(shown: Drawn, change: GraphState['change'], onSelect: CanvasOptions['onSelect']) {
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
    const marked = changes.filter(change => change.type === 'select')
    const isSelected = !marked.length || onSelect(before => selectedAfter(before, marked))
    const kept = changes.filter(({ type }) => type !== 'remove' && (isSelected || type !== 'select'))
    setFlow(before => applyNodeChanges(kept, before))
    // Positions after a move by keys, or at the end of a drag.
    const places = new Map(
      changes.flatMap(one =>
        one.type === 'position' && !one.dragging && one.position ? [[one.id, one.position]] : [],
      ),
    )
    if (places.size) change(graph => moveNodes(graph, places), `move ${[...places.keys()]}`)
  }
  return { flow, onNodes }
}

function selectedAfter(before: Selected, marked: readonly { id: string; selected: boolean }[]): Selected {
  const others = before.filter(id => marked.every(change => change.id !== id))
  return [...others, ...marked.filter(({ selected }) => selected).map(({ id }) => id)]
}

const taken = (node: FlowNode, before: FlowNode | undefined): FlowNode => ({
  ...node,
  ...(before?.measured && { measured: before.measured }),
  ...(before?.dragging && { position: before.position, dragging: true }),
})
