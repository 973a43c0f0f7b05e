import { TextInput } from '@mantine/core'
import { Fields } from '../../../ui/form/fields.tsx'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { JsonWidget } from '../../../ui/form/json-widget.tsx'
import { titleOf } from '../../../ui/form/widget.ts'
import type { GraphNode, Problem } from '../api.ts'
import { problemAt } from '../graph/problems.ts'
import { coerceValues, expressionSchema } from './written-schema.ts'

/** The settings that every node has, described by the operation that creates workflows. */
const SHARED_SETTINGS = ['name', 'on_error', 'retries', 'timeout_ms']

const sharedSchemaOf = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: pickShared(schema.properties!) as Record<string, JsonSchema>,
})

const pickShared = (values: Record<string, unknown>) =>
  Object.fromEntries(SHARED_SETTINGS.map(name => [name, values[name]]))

interface NodeMannerOptions {
  node: GraphNode
  /** The schema of a node. */
  schema: JsonSchema
  problems: readonly Problem[]
  place: string
  put: (part: Partial<GraphNode>, tag: string) => void
  /** The ids of all nodes. */
  taken: readonly string[]
  /** Renames the node. Returns whether it was renamed. */
  onRename: (id: string) => boolean
}

/** The settings of every node: its name, error handling, timeout and pinned items. */
export function NodeManner({ node, schema, problems, place, put, taken, onRename }: NodeMannerOptions) {
  const sharedSchema = sharedSchemaOf(schema)
  const errorAt = (path: string) => problemAt(problems, `${place}.${path}`)
  const change = (next: Record<string, unknown>) =>
    put(coerceValues(sharedSchema, pickShared(next)) as Partial<GraphNode>, 'shared')
  return (
    <>
      <NodeId label={titleOf('id', schema.properties!.id!)} node={node} taken={taken} onRename={onRename} />
      <Fields
        schema={expressionSchema(sharedSchema)}
        values={{ ...node }}
        onChange={change}
        errorAt={errorAt}
      />
      <JsonWidget
        path="pinned"
        label={titleOf('pinned', schema.properties!.pinned!)}
        schema={schema.properties!.pinned!}
        required={false}
        value={node.pinned}
        example={[{ title: 'A sample item' }]}
        errorAt={errorAt}
        onChange={pinned => put({ pinned: pinned as unknown[] | undefined }, 'pinned')}
      />
    </>
  )
}

/** The id, as it is used in expressions. A valid id is applied on blur. */
function NodeId({
  label,
  node,
  taken,
  onRename,
}: {
  label: string
  node: GraphNode
  taken: readonly string[]
  onRename: (id: string) => boolean
}) {
  const isValidId = (id: string) => /^[A-Za-z_]\w{0,39}$/.test(id) && !taken.includes(id)
  return (
    <TextInput
      key={node.id}
      label={label}
      description={`In expressions: nodes.${node.id}`}
      descriptionProps={{ fz: 12 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      defaultValue={node.id}
      spellCheck={false}
      onBlur={({ currentTarget }) => {
        const isRenamed = isValidId(currentTarget.value) && onRename(currentTarget.value)
        if (!isRenamed) currentTarget.value = node.id
      }}
    />
  )
}
