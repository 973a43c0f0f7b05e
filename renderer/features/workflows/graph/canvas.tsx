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
import type { SelectedIds, SelectNodes } from '../use-save.ts'
import classes from '../workflows.module.css'
import { flowEdge, type GraphView, useDrawnNodes } from './drawn-graph.ts'
import { connect, disconnect, edgeKey, moveNodes, OUT, removeNodes } from './edit-graph.ts'
import { type FlowNode, GraphNode } from './graph-node.tsx'
import type { GraphState } from './use-graph.ts'

const NODE_TYPES = { step: GraphNode }
const LABELS = {
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit view',
}

const FIT_OPTIONS = { maxZoom: 1, minZoom: 0.5, padding: 0.15 }

/** Graphs with more nodes than this get a minimap. */
const MAX_NODES_WITHOUT_MINIMAP = 8

interface CanvasOptions extends Omit<GraphView, 'graph'> {
  editing: GraphState
  onSelect: SelectNodes
}

/**
 * The graph on a canvas. Nodes can be moved, connected, deleted by key, selected by click or Enter, and selected together
 * by dragging with Shift.
 */
export function Canvas({ editing: { graph, change }, onSelect, ...view }: CanvasOptions) {
  const scheme = useComputedColorScheme('light')
  const { flow, onNodes } = useFlowNodes({ graph, ...view }, change, onSelect)
  const [selectedEdge, selectEdge] = useState<string | null>(null)
  const { problems, kinds, run } = view
  const setCanvas = useScrollToAdded(flow)
  const edges = useMemo(() => {
    const names = namesOf(graph, kinds)
    return graph.edges.map(edge => flowEdge(edge, { graph, names, problems, run }, selectedEdge))
  }, [graph, kinds, problems, run, selectedEdge])
  const onEdges = (changes: EdgeChange[]) => {
    for (const edgeChange of changes) {
      if (edgeChange.type === 'select') selectEdge(edgeChange.selected ? edgeChange.id : null)
      if (edgeChange.type === 'remove')
        change(graph => graph.edges.filter(edge => edgeKey(edge) === edgeChange.id).reduce(disconnect, graph))
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
      onNodesDelete={deletedNodes => {
        const ids = deletedNodes.map(({ id }) => id)
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
      fitViewOptions={FIT_OPTIONS}
      minZoom={0.2}
      proOptions={{ hideAttribution: true }}
      aria-label="Workflow"
      ariaLabelConfig={LABELS}
    >
      <Background gap={16} />
      <Controls showInteractive={false} />
      <KeepCentered />
      {graph.nodes.length > MAX_NODES_WITHOUT_MINIMAP && <MiniMap pannable zoomable ariaLabel="Overview" />}
    </ReactFlow>
  )
}

/** Keeps the middle of the visible part in place when the canvas is resized. */
function KeepCentered() {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore(canvas => canvas.width)
  const height = useStore(canvas => canvas.height)
  const lastSize = useRef({ width, height })
  useEffect(() => {
    const previous = lastSize.current
    lastSize.current = { width, height }
    if (!previous.width || !width) return
    const { x, y, zoom } = getViewport()
    void setViewport({ x: x + (width - previous.width) / 2, y: y + (height - previous.height) / 2, zoom })
  }, [width, height, getViewport, setViewport])
  return null
}

/** Scrolls added nodes to the middle once their sizes are known, since they may lie outside of the visible part. */
function useScrollToAdded(flowNodes: readonly FlowNode[]) {
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode> | null>(null)
  const [knownIds] = useState(() => new Set(flowNodes.map(({ id }) => id)))
  useEffect(() => {
    for (const id of knownIds) if (flowNodes.every(node => node.id !== id)) knownIds.delete(id)
    const added = flowNodes.filter(({ id }) => !knownIds.has(id))
    if (!canvas || !added.length || !added.every(({ measured }) => measured)) return
    for (const { id } of added) knownIds.add(id)
    const { x, y, width, height } = canvas.getNodesBounds(added.map(({ id }) => id))
    void canvas.setCenter(x + width / 2, y + height / 2, { zoom: canvas.getZoom() })
  }, [canvas, flowNodes, knownIds])
  return setCanvas
}

/** Manages the nodes on the canvas. A node that is being dragged is not moved by other changes. */
function useFlowNodes(view: GraphView, change: GraphState['change'], onSelect: CanvasOptions['onSelect']) {
  const drawnNodes = useDrawnNodes(view)
  const [flow, setFlow] = useState<FlowNode[]>(drawnNodes)
  useEffect(
    () =>
      setFlow(before =>
        drawnNodes.map(node =>
          withCanvasState(
            node,
            before.find(({ id }) => id === node.id),
          ),
        ),
      ),
    [drawnNodes],
  )
  const onNodes = (changes: NodeChange<FlowNode>[]) => {
    const selectChanges = changes.filter(change => change.type === 'select')
    const isSelected = !selectChanges.length || onSelect(before => updatedSelection(before, selectChanges))
    const appliedChanges = changes.filter(
      ({ type }) => type !== 'remove' && (isSelected || type !== 'select'),
    )
    setFlow(before => applyNodeChanges(appliedChanges, before))
    // Positions after a move by keys, or at the end of a drag.
    const positions = new Map(
      changes.flatMap(nodeChange =>
        nodeChange.type === 'position' && !nodeChange.dragging && nodeChange.position
          ? [[nodeChange.id, nodeChange.position]]
          : [],
      ),
    )
    if (positions.size) change(graph => moveNodes(graph, positions), `move ${[...positions.keys()]}`)
  }
  return { flow, onNodes }
}

function updatedSelection(
  before: SelectedIds,
  changes: readonly { id: string; selected: boolean }[],
): SelectedIds {
  const others = before.filter(id => changes.every(change => change.id !== id))
  return [...others, ...changes.filter(({ selected }) => selected).map(({ id }) => id)]
}

const withCanvasState = (node: FlowNode, before: FlowNode | undefined): FlowNode => ({
  ...node,
  ...(before?.measured && { measured: before.measured }),
  ...(before?.dragging && { position: before.position, dragging: true }),
})
