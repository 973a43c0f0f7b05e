import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDrawer } from '../../lib/in-address.ts'
import { loadCode } from '../../lib/load-code.ts'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { Page } from '../../ui/page/page.tsx'
import { Panes } from '../../ui/page/panes.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import type { Graph, GraphNode, NodeKind, Workflow } from './api.ts'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { Canvas } from './graph/canvas.tsx'
import { addNode, moveNodes } from './graph/edit-graph.ts'
import { placesOf } from './graph/layout-graph.ts'
import { placeOf } from './graph/problems.ts'
import { itemsFor, useCheck } from './graph/use-check.ts'
import { type GraphState, useGraph } from './graph/use-graph.ts'
import { branchesOf } from './nodes/node-kinds.ts'
import { Palette } from './palette.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { RunLine } from './run-line.tsx'
import { SidePane } from './side-pane.tsx'
import { useRun } from './use-run.ts'
import { useSave } from './use-save.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import classes from './workflows.module.css'

const GraphJson = lazy(() => loadCode(() => import('./graph/graph-json.tsx')))

interface EditorOptions {
  /** The key under which the draft is stored. */
  slot: string
  /** Null for a new workflow. */
  workflow: Workflow | null
  start: Graph
  kinds: readonly NodeKind[]
  /** The input schema of the operation that creates a workflow. */
  schema: JsonSchema
}

/** The palette of nodes, the canvas, and the settings of the selected node. */
export function Editor({ slot, workflow, start, kinds, schema }: EditorOptions) {
  const [address] = useSearchParams()
  const editing = useGraph(slot, start, workflow?.version ?? 0)
  const { graph } = editing
  const saving = useSave(slot, workflow, editing)
  const running = useRun(saving.saved, address.get('run'))
  const { problems, samples = {} } = useCheck(graph, workflow?.id ?? null) ?? {}
  const [selected, select] = useState<string | null>(null)
  const [added, setAdded] = useState<GraphNode>()
  const [view, setView] = useState('Canvas')
  const [drawer, setDrawer] = useDrawer(['run', 'versions'])
  useHotkeys([['mod+S', saving.save]], [], true)
  useHotkeys([
    ['mod+Z', () => editing.undo?.()],
    ['mod+shift+Z', () => editing.redo?.()],
  ])
  const hasInput = graph.nodes.some(({ type }) => type === 'input')
  const offered = kinds.filter(({ type }) => type !== 'input' || !hasInput)
  const node = graph.nodes.find(({ id }) => id === selected)
  const close = () => setDrawer(null)

  const add = (kind: NodeKind) => {
    const added = addAfter(graph, kind, node, kinds)
    editing.change(() => added.graph)
    select(added.id)
    setAdded(added.graph.nodes.find(({ id }) => id === added.id))
  }
  const arrange = () =>
    editing.change(graph =>
      moveNodes(
        graph,
        placesOf(graph, type => branchesOf(kinds, type)),
      ),
    )

  // What was just added is not filled in yet: it counts as a problem, but is not marked before it is touched.
  const untouched = node && node.id === added?.id && node.config === added.config ? node.id : null
  const marked = (problems ?? []).filter(problem => placeOf(problem, graph).node !== untouched)
  const shown = { editing, problems: marked, kinds, run: running.run, onSelect: select }
  return (
    <Page
      wide
      title={graph.name || 'New workflow'}
      back={{ to: '/workflows', label: 'All workflows' }}
      heading={<EditorHeading editing={editing} view={view} onView={setView} />}
    >
      <div className={classes.editor}>
        <EditorNotices saving={saving} editing={editing} workflow={workflow} />
        <RunLine running={running} />
        <div className={classes.panes}>
          {view === 'JSON' ? (
            <Suspense fallback={<PageSkeleton />}>
              <GraphJson editing={editing} />
            </Suspense>
          ) : (
            <Panes
              name="workflow"
              panes={[
                {
                  name: 'Nodes',
                  size: '196px',
                  min: '150px',
                  content: <Palette kinds={offered} onAdd={add} />,
                },
                { name: 'Canvas', size: 60, min: 25, content: <Canvas {...shown} selected={selected} /> },
                {
                  name: node ? `Node ${node.id}` : 'Workflow',
                  size: 40,
                  min: 20,
                  content: (
                    <SidePane
                      {...shown}
                      node={node}
                      sample={node && samples[node.id]}
                      schema={schema}
                      onRunAlone={only_node =>
                        running.start({ only_node, ...itemsFor(graph, only_node, samples) })
                      }
                    />
                  ),
                },
              ]}
            />
          )}
        </div>
        <EditorBar
          workflow={workflow}
          editing={editing}
          saving={saving}
          problems={problems}
          onSelect={select}
          onArrange={arrange}
          onVersions={() => setDrawer('versions')}
          onRun={() => setDrawer('run')}
        />
      </div>
      <RunDrawer opened={drawer === 'run'} schema={graph.input_schema} running={running} onClose={close} />
      {workflow && (
        <VersionsDrawer
          workflow={workflow}
          editing={editing}
          opened={drawer === 'versions'}
          onClose={close}
        />
      )}
    </Page>
  )
}

/** Adds a node after the selected one, or else at the end of the chain. */
function addAfter(graph: Graph, kind: NodeKind, chosen: GraphNode | undefined, kinds: readonly NodeKind[]) {
  const before = kind.type === 'input' ? undefined : (chosen ?? lastOf(graph))
  const after = before ? { id: before.id, branch: branchesOf(kinds, before.type)[0]! } : null
  const added = addNode(graph, kind, after)
  return { id: added.id, graph: placedBelow(added.graph, added.id, before?.id) }
}

/** The last node without a successor. */
const lastOf = ({ nodes, edges }: Graph) =>
  nodes.filter(({ id }) => !edges.some(({ from }) => from === id)).at(-1)

/** Places an added node below its predecessor, if nodes have positions. */
function placedBelow(graph: Graph, id: string, after: string | undefined): Graph {
  const place = graph.nodes.find(node => node.id === after)?.position
  if (!place) return graph
  const siblings = graph.edges.filter(({ from }) => from === after).length - 1
  return moveNodes(graph, new Map([[id, { x: place.x + siblings * 256, y: place.y + 136 }]]))
}

/** The name, which is edited in place, and the choice of the view. */
const EditorHeading = ({
  editing: { graph, change },
  view,
  onView,
}: {
  editing: GraphState
  view: string
  onView: (view: string) => void
}) => (
  <Group gap={8} wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
    <TextInput
      className={classes.name!}
      aria-label="Name of the workflow"
      placeholder="Name this workflow"
      value={graph.name}
      autoFocus={graph.name === ''}
      onChange={({ currentTarget: { value } }) => change(graph => ({ ...graph, name: value }), 'name')}
    />
    <SegmentedControl size="xs" aria-label="View" data={['Canvas', 'JSON']} value={view} onChange={onView} />
  </Group>
)
