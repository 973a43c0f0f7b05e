import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { Marked } from '../../../ui/marked.tsx'
import type { GraphNode, NodeKind, Problem, Run } from '../api.ts'
import { changeNode, removeNodes, renameNode } from '../graph/edit-graph.ts'
import type { GraphState } from '../graph/use-graph.ts'
import classes from '../workflows.module.css'
import { AvailableVariables } from './available-variables.tsx'
import { NodeConfig } from './node-config.tsx'
import { NodeItems } from './node-items.tsx'
import { branchesOf, kindOfNode, titleOf } from './node-kinds.ts'
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
  /** A sample of its input items. */
  sample: unknown
  run: Run | undefined
  onSelect: (id: string | null) => void
  /** Runs only this node. */
  onRunAlone: (node: string) => void
}

/** The settings of one node, its next nodes, and its items in the shown run. */
export function NodePanel({
  editing,
  node,
  kinds,
  schema,
  problems,
  sample,
  run,
  onSelect,
  onRunAlone,
}: NodePanelOptions) {
  const { graph, change } = editing
  const kind = kindOfNode(kinds, node)
  const place = `nodes[${graph.nodes.findIndex(({ id }) => id === node.id)}]`
  const own = problems.filter(({ field }) => [place, `${place}.id`, `${place}.type`].includes(field))
  const put = (part: Partial<GraphNode>, tag: string) =>
    change(graph => changeNode(graph, node.id, part), `${node.id} ${tag}`)
  return (
    <Stack gap={20} p={16}>
      <div>
        <Title order={2}>{titleOf(node, kind)}</Title>
        <Text size="sm" c="dimmed">
          <Marked>{kind?.summary ?? 'This version of Winnow does not support this type of node.'}</Marked>
        </Text>
      </div>
      {own.map(({ field, error, hint }) => (
        <Text key={field + error} size="sm" className={classes.fault!}>
          <Marked>{`${error} ${hint ?? ''}`}</Marked>
        </Text>
      ))}
      {kind && (
        <NodeConfig
          node={node}
          kind={kind}
          place={place}
          problems={problems}
          onChange={config => put({ config }, 'config')}
        />
      )}
      {node.type !== 'input' && (
        <Part title="Available variables">
          <AvailableVariables
            graph={graph}
            node={node.id}
            sample={sample}
            expressions={expressionNames((kind?.config ?? {}) as JsonSchema)}
          />
        </Part>
      )}
      <Part title="Next nodes">
        <NodeLinks graph={graph} node={node} branches={branchesOf(kinds, node.type)} onChange={change} />
      </Part>
      {run?.steps.some(({ node_id }) => node_id === node.id) && (
        <Part title="Items of the run">
          <NodeItems run={run} node={node.id} onPin={pin} />
        </Part>
      )}
      <Part title="Execution">
        <NodeManner
          {...{ node, schema, problems, place, put }}
          taken={graph.nodes.map(({ id }) => id)}
          onRename={rename}
        />
      </Part>
      <Group gap={8}>
        {node.type !== 'input' && (
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
    </Stack>
  )

  function pin(pinned: unknown[]) {
    editing.replace(graph => changeNode(graph, node.id, { pinned }))
  }

  function rename(id: string) {
    change(graph => renameNode(graph, node.id, id))
    onSelect(id)
  }
}

/** A section of a pane with its own title. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} className={classes.partTitle!}>
      {title}
    </Title>
    <Stack gap={16}>{children}</Stack>
  </section>
)
