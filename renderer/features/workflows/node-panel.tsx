import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { Marked } from '../../ui/marked.tsx'
import type { GraphNode, NodeKind, Problem, Run } from './api.ts'
import { AtHand } from './at-hand.tsx'
import { changeNode, removeNodes, renameNode } from './edit-graph.ts'
import { NodeConfig } from './node-config.tsx'
import { NodeItems } from './node-items.tsx'
import { branchesOf, kindOfNode, titleOf } from './node-kinds.ts'
import { NodeLinks } from './node-links.tsx'
import { problemAt } from './problems.ts'
import type { GraphInHand } from './use-graph.ts'
import classes from './workflows.module.css'
import { expressionNames, meantValues, writtenSchema } from './written-schema.ts'

/** Settings that every node has, as the operation that makes workflows describes them. */
const SHARED = ['name', 'on_error', 'retries', 'timeout_ms']

interface NodePanelOptions {
  hand: GraphInHand
  node: GraphNode
  kinds: readonly NodeKind[]
  /** The schema of a node. */
  schema: JsonSchema
  problems: readonly Problem[]
  /** What an item that comes to it may look like. */
  sample: unknown
  run: Run | undefined
  onSelect: (id: string | null) => void
  /** Runs this node alone. */
  onRunAlone: (node: string) => void
}

const partOf = (schema: JsonSchema, names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, schema.properties![name]!])),
})

/** All of one node: what it does, where its items go, and what the run that is shown did there. */
export function NodePanel({
  hand,
  node,
  kinds,
  schema,
  problems,
  sample,
  run,
  onSelect,
  onRunAlone,
}: NodePanelOptions) {
  const { graph, change } = hand
  const kind = kindOfNode(kinds, node)
  const place = `nodes[${graph.nodes.findIndex(({ id }) => id === node.id)}]`
  const own = problems.filter(({ field }) => [place, `${place}.id`, `${place}.type`].includes(field))
  const put = (part: Partial<GraphNode>, tag: string) =>
    change(graph => changeNode(graph, node.id, part), `${node.id} ${tag}`)
  const shared = partOf(schema, SHARED)
  return (
    <Stack gap={20} p={16}>
      <div>
        <Title order={2}>{titleOf(node, kind)}</Title>
        <Text size="sm" c="dimmed">
          <Marked>{kind?.summary ?? 'This version of Winnow does not know this type of node.'}</Marked>
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
        <Part title="At hand">
          <AtHand
            graph={graph}
            node={node.id}
            sample={sample}
            expressions={expressionNames((kind?.config ?? {}) as JsonSchema)}
          />
        </Part>
      )}
      <Part title="Leads to">
        <NodeLinks graph={graph} node={node} branches={branchesOf(kinds, node.type)} onChange={change} />
      </Part>
      {run?.steps.some(({ node_id }) => node_id === node.id) && (
        <Part title="Items of the run">
          <NodeItems run={run} node={node.id} onPin={pin} />
        </Part>
      )}
      <Part title="How it runs">
        <NodeId node={node} taken={graph.nodes.map(({ id }) => id)} onRename={rename} />
        <Fields
          schema={writtenSchema(shared)}
          values={node as unknown as Record<string, unknown>}
          onChange={next => put(meantValues(shared, pick(next, SHARED)) as Partial<GraphNode>, 'shared')}
          errorAt={path => problemAt(problems, `${place}.${path}`)}
        />
        <JsonWidget
          path="pinned"
          label="pinned"
          schema={schema.properties!.pinned!}
          required={false}
          value={node.pinned}
          example={[{ title: 'A sample item' }]}
          errorAt={path => problemAt(problems, `${place}.${path}`)}
          onChange={pinned => put({ pinned: pinned as unknown[] | undefined }, 'pinned')}
        />
      </Part>
      <Group gap={8}>
        {node.type !== 'input' && (
          <Button size="xs" variant="default" onClick={() => onRunAlone(node.id)}>
            Run this node alone
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
    hand.replace(graph => changeNode(graph, node.id, { pinned }))
  }

  function rename(id: string) {
    change(graph => renameNode(graph, node.id, id))
    onSelect(id)
  }
}

const pick = (values: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map(name => [name, values[name]]))

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} className={classes.partTitle!}>
      {title}
    </Title>
    <Stack gap={16}>{children}</Stack>
  </section>
)

/** The id, which expressions name; it is applied when it is left, if it is good. */
function NodeId({
  node,
  taken,
  onRename,
}: {
  node: GraphNode
  taken: string[]
  onRename: (id: string) => void
}) {
  const isGood = (id: string) => /^[A-Za-z_]\w{0,39}$/.test(id) && !taken.includes(id)
  return (
    <TextInput
      key={node.id}
      label="id"
      description={`Expressions name it: nodes.${node.id}`}
      descriptionProps={{ fz: 12 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      defaultValue={node.id}
      spellCheck={false}
      onBlur={({ currentTarget }) => {
        if (isGood(currentTarget.value)) onRename(currentTarget.value)
        else currentTarget.value = node.id
      }}
    />
  )
}
