import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import type { ListState } from '../../../ui/form/list-choices.ts'
import { Marked } from '../../../ui/marked.tsx'
import { kindOfNode } from '../../../ui/runs/node-names.ts'
import type { WorkflowRun } from '../../../ui/runs/records.ts'
import type { GraphNode, NodeKind, Problem } from '../api.ts'
import { NodeData } from '../data/node-data.tsx'
import { OtherPaths } from '../data/other-paths.tsx'
import { sourcesOf } from '../data/paths.ts'
import { type Insertion, useInsertion } from '../data/use-insertion.ts'
import { changeNode, removeNodes, renameNode } from '../graph/edit-graph.ts'
import type { GraphState } from '../graph/use-graph.ts'
import classes from '../workflows.module.css'
import { NodeConfig } from './node-config.tsx'
import { branchesOf, nameOf } from './node-kinds.ts'
import { NodeLinks } from './node-links.tsx'
import { NodeManner } from './node-manner.tsx'
import { expressionNames } from './written-schema.ts'

interface NodePanelOptions {
  editing: GraphState
  node: GraphNode
  kinds: readonly NodeKind[]
  /** The schema of a node. */
  schema: JsonSchema
  problems: readonly Problem[]
  /** A sample of its input item. */
  sample: unknown
  /** The newest run that the node took part in. */
  run: WorkflowRun | undefined
  /** Whether the runs of the workflow are loaded. */
  runs: ListState
  /** Returns whether all typed texts are valid, and focuses the first invalid one. */
  isAllWritten: () => boolean
  /** Selects another node. Returns false if an invalid text has to be corrected first. */
  onSelect: (id: string | null) => boolean
  /** Runs only this node. */
  onRunAlone: (node: string) => void
  onRunUpTo: (node: string) => void
}

/** The panel of a node: its settings, its input and output, and its next nodes. */
export function NodePanel(options: NodePanelOptions) {
  const { editing, node, kinds, schema, problems, isAllWritten, onSelect } = options
  const { graph, change } = editing
  const kind = kindOfNode(kinds, node)
  const place = `nodes[${graph.nodes.findIndex(({ id }) => id === node.id)}]`
  const insertion = useInsertion(expressionNames((kind?.config ?? {}) as JsonSchema))
  const put = (part: Partial<GraphNode>, tag: string) =>
    change(graph => changeNode(graph, node.id, part), `${node.id} ${tag}`)
  return (
    <div className={classes.panel}>
      <PanelHead {...options} kind={kind} place={place} />
      <div
        ref={insertion.around}
        role="group"
        aria-label="Settings of the node"
        onFocus={insertion.onFocus}
        className={classes.panelSettings}
      >
        {kind && (
          <NodeConfig
            node={node}
            kind={kind}
            place={place}
            problems={problems}
            isAllWritten={isAllWritten}
            onChange={config => put({ config }, 'config')}
          />
        )}
      </div>
      <PanelData {...options} insertion={insertion} />
      <Stack gap={20}>
        <PanelSection title="Next nodes">
          <NodeLinks
            graph={graph}
            kinds={kinds}
            node={node}
            branches={branchesOf(kinds, node.type)}
            onChange={change}
          />
        </PanelSection>
        <PanelSection title="Execution">
          <NodeManner
            {...{ node, schema, problems, place, put }}
            taken={graph.nodes.map(({ id }) => id)}
            onRename={rename}
          />
        </PanelSection>
        <PanelActions {...options} />
      </Stack>
    </div>
  )

  function rename(id: string) {
    const canRename = onSelect(id)
    if (canRename) change(graph => renameNode(graph, node.id, id))
    return canRename
  }
}

/** The name of the node, what its type does, and the problems of the node itself. */
function PanelHead({
  editing: { graph },
  node,
  kinds,
  kind,
  place,
  problems,
  onRunUpTo,
}: NodePanelOptions & { kind: NodeKind | undefined; place: string }) {
  const ownProblems = problems.filter(({ field }) => [place, `${place}.id`, `${place}.type`].includes(field))
  return (
    <div className={classes.panelHead}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2}>{nameOf(graph, kinds, node.id)}</Title>
        <Button size="compact-sm" variant="default" flex="none" onClick={() => onRunUpTo(node.id)}>
          Run to here…
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        <Marked>{kind?.summary ?? 'This version of Winnow does not support this type of node.'}</Marked>
      </Text>
      {ownProblems.map(({ field, error, hint }) => (
        <Text key={field + error} size="sm" className={classes.fault!}>
          <Marked>{`${error} ${hint ?? ''}`}</Marked>
        </Text>
      ))}
    </div>
  )
}

/** The input and the output of the node. */
function PanelData({
  editing,
  node,
  kinds,
  sample,
  run,
  runs,
  insertion,
}: NodePanelOptions & { insertion: Insertion }) {
  const { graph } = editing
  const predecessors = sourcesOf(graph, node.id)
  const pinnedInput = graph.nodes
    .filter(({ id }) => predecessors.includes(id))
    .flatMap(({ pinned = [] }) => pinned)
  const pin = (pinned: unknown[] | undefined) =>
    editing.replace(graph => changeNode(graph, node.id, { pinned }))
  return (
    <Stack gap={20} className={classes.panelData!}>
      {!isInput(node) && (
        <PanelSection title="Input">
          <NodeData
            node={node.id}
            side="in"
            run={run}
            runs={runs}
            pinned={pinnedInput}
            example={sample ?? undefined}
            empty="Nothing is known about its items yet. Connect it to a node, or run to here."
            onPick={insertion.insert}
          />
          <OtherPaths graph={graph} kinds={kinds} node={node.id} insertion={insertion} />
        </PanelSection>
      )}
      <PanelSection title="Output">
        <NodeData
          node={node.id}
          side="out"
          run={run}
          runs={runs}
          pinned={node.pinned}
          empty="No output yet. “Run to here” shows it."
          onPin={pin}
          onUnpin={() => pin(undefined)}
        />
      </PanelSection>
    </Stack>
  )
}

const PanelActions = ({ editing: { change }, node, onSelect, onRunAlone }: NodePanelOptions) => (
  <Group gap={8}>
    {!isInput(node) && (
      <Button size="xs" variant="default" onClick={() => onRunAlone(node.id)}>
        Run only this node
      </Button>
    )}
    <Button
      size="xs"
      variant="default"
      leftSection={<IconTrash size={14} aria-hidden />}
      onClick={() => {
        onSelect(null)
        change(graph => removeNodes(graph, [node.id]))
      }}
    >
      Delete node
    </Button>
  </Group>
)

const isInput = ({ type }: GraphNode) => type === 'input'

/** A section of a pane with a title. */
const PanelSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} className={classes.partTitle!}>
      {title}
    </Title>
    <Stack gap={16}>{children}</Stack>
  </section>
)
