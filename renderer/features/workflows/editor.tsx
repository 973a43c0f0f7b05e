import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useDrawer } from '../../lib/in-address.ts'
import { loadCode } from '../../lib/load-code.ts'
import { reportTextValidity } from '../../ui/form/is-written.ts'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { useNameError } from '../../ui/form/use-name-error.ts'
import { Page } from '../../ui/page/page.tsx'
import { Panes } from '../../ui/page/panes.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { namesOf } from '../../ui/runs/node-names.ts'
import type { Graph, GraphNode, NodeKind, Problem, Workflow } from './api.ts'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { Canvas } from './graph/canvas.tsx'
import { addNode, moveNodes } from './graph/edit-graph.ts'
import { layoutPositions } from './graph/layout-graph.ts'
import { namedProblems } from './graph/problems.ts'
import { singleNodeInput, useCheck } from './graph/use-check.ts'
import { useClipboard } from './graph/use-clipboard.ts'
import { type GraphState, useGraph } from './graph/use-graph.ts'
import { useUntouched } from './graph/use-untouched.ts'
import { branchesOf, nameOf } from './nodes/node-kinds.ts'
import { Palette } from './palette.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { RunLine } from './run-line.tsx'
import { SidePane } from './side-pane.tsx'
import { useRun } from './use-run.ts'
import { type SelectedIds, type SelectNodes, useSave } from './use-save.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import classes from './workflows.module.css'

const GraphJson = lazy(() => loadCode(() => import('./graph/graph-json.tsx')))

const NO_PROBLEMS: readonly Problem[] = []

interface EditorOptions {
  /** The key that the draft is stored under. */
  slot: string
  /** Null for a new workflow. */
  workflow: Workflow | null
  /** It was deleted elsewhere since it was opened. */
  isDeleted: boolean
  start: Graph
  kinds: readonly NodeKind[]
  /** The input schema of the operation that creates a workflow. */
  schema: JsonSchema
}

/** The editor: the palette of nodes, the canvas, and the settings of the selected node. */
export function Editor({ slot, workflow, isDeleted, start, kinds, schema }: EditorOptions) {
  const container = useRef<HTMLDivElement>(null)
  const isAllWritten = () => reportTextValidity(container.current)
  const editing = useGraph(slot, start, workflow?.version ?? 0, isAllWritten)
  const { graph } = editing
  const { selected, select } = useSelected(isAllWritten)
  const saving = useSave(slot, workflow, editing, selected, isAllWritten)
  const running = useRun(saving.ensureSaved, workflow?.id ?? null)
  const { problems, samples, hasCheckFailed } = useNamedCheck(graph, kinds, workflow?.id ?? null)
  const { untouched, noteAdded } = useUntouched(graph, saving.error !== null)
  const selection = useClipboard({ editing, kinds, selected, select, onPasted: noteAdded })
  /** The node that the drawer runs up to; null for the whole workflow. */
  const [target, setTarget] = useState<string | null>(null)
  const [view, setView] = useState('Canvas')
  const [drawer, setDrawer] = useDrawer(['run', 'versions'])
  useHotkeys([['mod+S', saving.save]], [], true)
  useHotkeys([
    ['mod+Z', () => editing.undo?.()],
    ['mod+shift+Z', () => editing.redo?.()],
  ])
  const hasInput = graph.nodes.some(({ type }) => type === 'input')
  const addableKinds = kinds.filter(({ type }) => type !== 'input' || !hasInput)
  const selectedNodes = graph.nodes.filter(({ id }) => selected.includes(id))
  const node = selectedNodes.length === 1 ? selectedNodes[0] : undefined
  const close = () => setDrawer(null)
  const selectOne = (id: string | null) => select(id === null ? [] : [id])
  const openRun = (node: string | null) => {
    if (!isAllWritten()) return
    setTarget(node)
    setDrawer('run')
  }
  const runAlone = (only_node: string) => {
    if (isAllWritten()) running.start({ only_node, ...singleNodeInput(graph, only_node, samples) })
  }

  const add = (kind: NodeKind) => {
    if (!isAllWritten()) return
    const added = addAfter(graph, kind, node, kinds)
    editing.change(() => added.graph)
    select([added.id])
    noteAdded(added.graph.nodes.slice(-1))
  }
  const arrange = () => editing.change(graph => moveNodes(graph, layoutPositions(graph, kinds)))
  const graphProps = { editing, problems: problems ?? NO_PROBLEMS, kinds, untouched }
  return (
    <Page
      wide
      title={graph.name || 'New workflow'}
      back={{ to: '/workflows', label: 'All workflows' }}
      heading={
        <EditorHeading
          editing={editing}
          error={saving.error}
          view={view}
          onView={next => isAllWritten() && setView(next)}
        />
      }
    >
      <div ref={container} className={classes.editor}>
        <EditorNotices saving={saving} editing={editing} workflow={workflow} isDeleted={isDeleted} />
        <RunLine running={running} nameOf={id => nameOf(graph, kinds, id)} />
        <div className={classes.panes}>
          {view === 'JSON' ? (
            <Suspense fallback={<PageSkeleton />}>
              <GraphJson editing={editing} />
            </Suspense>
          ) : (
            <GraphPanes
              palette={<Palette kinds={addableKinds} onAdd={add} />}
              canvas={<Canvas {...graphProps} run={running.run} selected={selected} onSelect={select} />}
              settingsName={node ? `Settings of ${nameOf(graph, kinds, node.id)}` : 'Workflow'}
              settings={
                <SidePane
                  {...graphProps}
                  isNew={workflow === null}
                  nodes={selectedNodes}
                  selection={selection}
                  run={node && running.runOf(node.id)}
                  runs={running.runs}
                  sample={node && samples[node.id]}
                  isAllWritten={isAllWritten}
                  onSelect={selectOne}
                  onRunUpTo={openRun}
                  schema={schema}
                  onRunAlone={runAlone}
                />
              }
            />
          )}
        </div>
        <EditorBar
          workflow={workflow}
          isDeleted={isDeleted}
          editing={editing}
          saving={saving}
          problems={problems}
          hasCheckFailed={hasCheckFailed}
          untouched={untouched}
          kinds={kinds}
          onSelect={selectOne}
          onArrange={arrange}
          onVersions={() => isAllWritten() && setDrawer('versions')}
          onRun={() => openRun(null)}
        />
      </div>
      <RunDrawer
        opened={drawer === 'run'}
        workflow={workflow?.id ?? null}
        graph={graph}
        kinds={kinds}
        target={target}
        running={running}
        onClose={close}
      />
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

/** The selected nodes. A new workflow keeps them when it gets an address by being saved. */
function useSelected(isAllWritten: () => boolean) {
  const { state } = useLocation()
  const [selected, setSelected] = useState<SelectedIds>(state?.selected ?? [])
  /** Shows another form, unless the current one contains an invalid text, which would be lost. */
  const select: SelectNodes = next => {
    const canSelect = isAllWritten()
    if (canSelect) setSelected(next)
    return canSelect
  }
  return { selected, select }
}

/** The check of the graph. Its problems name nodes as people see them; they are undefined until the first check ends. */
function useNamedCheck(graph: Graph, kinds: readonly NodeKind[], workflow: string | null) {
  const { data: check, isError: hasCheckFailed } = useCheck(graph, workflow)
  const problems = useMemo(
    () => check && namedProblems(check.problems, namesOf(graph, kinds)),
    [check, graph, kinds],
  )
  return { problems, samples: check?.samples ?? {}, hasCheckFailed }
}

/** Adds a node after the selected one, or at the end of the chain if none is selected. */
function addAfter(
  graph: Graph,
  kind: NodeKind,
  selectedNode: GraphNode | undefined,
  kinds: readonly NodeKind[],
) {
  const predecessor = kind.type === 'input' ? undefined : (selectedNode ?? lastOf(graph))
  const after = predecessor ? { id: predecessor.id, branch: branchesOf(kinds, predecessor.type)[0]! } : null
  const added = addNode(graph, kind, after)
  return { id: added.id, graph: placeBelow(added.graph, added.id, predecessor?.id) }
}

/** The last node without a successor. */
const lastOf = ({ nodes, edges }: Graph) =>
  nodes.filter(({ id }) => !edges.some(({ from }) => from === id)).at(-1)

/** Places an added node below its predecessor, if nodes have positions. */
function placeBelow(graph: Graph, id: string, predecessor: string | undefined): Graph {
  const position = graph.nodes.find(node => node.id === predecessor)?.position
  if (!position) return graph
  const siblings = graph.edges.filter(({ from }) => from === predecessor).length - 1
  return moveNodes(graph, new Map([[id, { x: position.x + siblings * 256, y: position.y + 136 }]]))
}

const GraphPanes = ({
  palette,
  canvas,
  settings,
  settingsName,
}: {
  palette: ReactNode
  canvas: ReactNode
  settings: ReactNode
  settingsName: string
}) => (
  <Panes
    name="workflow"
    panes={[
      { name: 'Nodes', size: '196px', min: '150px', content: palette },
      { name: 'Canvas', size: 60, min: 25, content: canvas },
      { name: settingsName, size: 40, min: 20, content: settings },
    ]}
  />
)

/** The name, edited in place, and the choice of view. */
const EditorHeading = ({
  editing: { graph, change },
  error,
  view,
  onView,
}: {
  editing: GraphState
  error: unknown
  view: string
  onView: (view: string) => void
}) => (
  <Group gap={8} style={{ flex: 1, minWidth: 0 }}>
    <TextInput
      className={classes.name!}
      aria-label="Name of the workflow"
      placeholder="Name this workflow"
      value={graph.name}
      {...useNameError(error)}
      autoFocus={graph.name === ''}
      onChange={({ currentTarget: { value } }) => change(graph => ({ ...graph, name: value }), 'name')}
    />
    <SegmentedControl size="xs" aria-label="View" data={['Canvas', 'JSON']} value={view} onChange={onView} />
  </Group>
)
