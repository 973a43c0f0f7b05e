import { ActionIcon, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { Page } from '../../ui/page.tsx'
import { Panes } from '../../ui/panes.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import type { Graph, GraphNode, NodeKind, Workflow } from './api.ts'
import { EditorBar } from './editor-bar.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { Canvas } from './graph/canvas.tsx'
import { addNode, moveNodes } from './graph/edit-graph.ts'
import { placesOf } from './graph/layout-graph.ts'
import { itemsFor, useCheck } from './graph/use-check.ts'
import { type GraphInHand, useGraph } from './graph/use-graph.ts'
import { branchesOf } from './nodes/node-kinds.ts'
import { Palette } from './palette.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { RunLine } from './run-line.tsx'
import { SidePane } from './side-pane.tsx'
import { useRun } from './use-run.ts'
import { useSave } from './use-save.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import classes from './workflows.module.css'

const GraphJson = lazy(() => import('./graph/graph-json.tsx'))

interface EditorOptions {
  /** Names what is kept of the draft. */
  slot: string
  /** Null until it is saved. */
  workflow: Workflow | null
  start: Graph
  kinds: readonly NodeKind[]
  /** Of the operation that makes a workflow: names, types and hints of all fields. */
  schema: JsonSchema
}

/** A workflow as a drawing: what it can be made of, the graph, and all of the node that is chosen. */
export function Editor({ slot, workflow, start, kinds, schema }: EditorOptions) {
  const [address] = useSearchParams()
  const hand = useGraph(slot, start, workflow?.version ?? 0)
  const { graph } = hand
  const saving = useSave(slot, workflow, hand)
  const running = useRun(saving.saved, address.get('run'))
  const { problems, samples = {} } = useCheck(graph, workflow?.id ?? null) ?? {}
  const [selected, select] = useState<string | null>(null)
  const [view, setView] = useState('Drawing')
  const [drawer, setDrawer] = useState<'run' | 'versions' | null>(null)
  useHotkeys([['mod+S', saving.save]], [], true)
  useHotkeys([
    ['mod+Z', () => hand.undo?.()],
    ['mod+shift+Z', () => hand.redo?.()],
  ])
  const hasInput = graph.nodes.some(({ type }) => type === 'input')
  const offered = kinds.filter(({ type }) => type !== 'input' || !hasInput)
  const node = graph.nodes.find(({ id }) => id === selected)
  const close = () => setDrawer(null)

  const add = (kind: NodeKind) => {
    const added = addAfter(graph, kind, node, kinds)
    hand.change(() => added.graph)
    select(added.id)
  }
  const arrange = () =>
    hand.change(graph =>
      moveNodes(
        graph,
        placesOf(graph, type => branchesOf(kinds, type)),
      ),
    )

  const shown = { hand, problems: problems ?? [], kinds, run: running.run, onSelect: select }
  return (
    <Page
      wide
      title={graph.name || 'New workflow'}
      heading={<EditorHeading hand={hand} view={view} onView={setView} />}
    >
      <div className={classes.editor}>
        <EditorNotices saving={saving} hand={hand} workflow={workflow} />
        <RunLine running={running} />
        <div className={classes.panes}>
          {view === 'JSON' ? (
            <Suspense fallback={<PageSkeleton />}>
              <GraphJson hand={hand} />
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
                { name: 'Drawing', size: 60, min: 25, content: <Canvas {...shown} selected={selected} /> },
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
          hand={hand}
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
        <VersionsDrawer workflow={workflow} hand={hand} opened={drawer === 'versions'} onClose={close} />
      )}
    </Page>
  )
}

/** Adds a node after the one that is chosen, or else at the end of the chain. */
function addAfter(graph: Graph, kind: NodeKind, chosen: GraphNode | undefined, kinds: readonly NodeKind[]) {
  const before = kind.type === 'input' ? undefined : (chosen ?? lastOf(graph))
  const after = before ? { id: before.id, branch: branchesOf(kinds, before.type)[0]! } : null
  const added = addNode(graph, kind, after)
  return { id: added.id, graph: placedBelow(added.graph, added.id, before?.id) }
}

/** The last of the nodes that nothing comes after. */
const lastOf = ({ nodes, edges }: Graph) =>
  nodes.filter(({ id }) => !edges.some(({ from }) => from === id)).at(-1)

/** A node that was added stands below the one that it comes after, where nodes have places. */
function placedBelow(graph: Graph, id: string, after: string | undefined): Graph {
  const place = graph.nodes.find(node => node.id === after)?.position
  if (!place) return graph
  const siblings = graph.edges.filter(({ from }) => from === after).length - 1
  return moveNodes(graph, new Map([[id, { x: place.x + siblings * 256, y: place.y + 136 }]]))
}

/** The way back, the name, which is changed in its place, and how the workflow is shown. */
const EditorHeading = ({
  hand: { graph, change },
  view,
  onView,
}: {
  hand: GraphInHand
  view: string
  onView: (view: string) => void
}) => (
  <Group gap={8} wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
    <ActionIcon
      component={Link}
      to="/workflows"
      variant="subtle"
      color="gray"
      aria-label="All workflows"
      title="All workflows"
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
    <TextInput
      className={classes.name!}
      aria-label="Name of the workflow"
      placeholder="Name this workflow"
      value={graph.name}
      autoFocus={graph.name === ''}
      onChange={({ currentTarget: { value } }) => change(graph => ({ ...graph, name: value }), 'name')}
    />
    <SegmentedControl size="xs" aria-label="View" data={['Drawing', 'JSON']} value={view} onChange={onView} />
  </Group>
)
