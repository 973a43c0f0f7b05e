import { z } from 'zod'
import type { NodeOperation, NodeOperations, NodeType } from '../../workflows/node-type.ts'
import { NODE_TYPES } from '../../workflows/node-types/index.ts'
import { defineOperation } from '../operation.ts'
import { READS } from '../tool-hints.ts'
import { nodeTypeShape } from './body.ts'

type NodeTypeView = z.input<typeof nodeTypeShape>

const jsonSchema = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as Record<string, unknown> & { properties?: Record<string, unknown> }
}

const shown = (type: NodeType): NodeTypeView => ({
  type: type.type,
  operation: null,
  group: type.group,
  title: type.title,
  summary: type.summary,
  config: jsonSchema(type.config),
  branches: [...type.branches],
  kind: type.kind,
  is_effect: type.isEffect,
  credits: null,
  example: null,
})

/** The node type for one operation: its config contains the input of that operation. */
const shownCall = (type: NodeType, operation: NodeOperation): NodeTypeView => ({
  ...shown(type),
  operation: operation.id,
  title: operation.id,
  summary: operation.summary,
  config: {
    type: 'object',
    properties: {
      operation: { const: operation.id },
      input: inputOf(operation),
      ...(operation.paging && { max_pages: jsonSchema(type.config).properties?.max_pages }),
    },
    required: ['operation', 'input'],
    additionalProperties: false,
  },
  credits: operation.cost?.(operation.example.input as never) ?? 0,
  example: operation.example.output,
})

/** Returns the JSON Schema of the input. Nodes give files as text. */
function inputOf({ input, files = {} }: NodeOperation): Record<string, unknown> {
  const schema = jsonSchema(input)
  const texts = Object.entries(files).map(([name, { description }]) => [
    name,
    { type: 'string', description },
  ])
  return { ...schema, properties: { ...(schema.properties as object), ...Object.fromEntries(texts) } }
}

/** The fields that a tool returns by default: enough to write a node. With examples of results it would be twice as much. */
const SHOWN_FIELDS = ['type', 'operation', 'summary', 'config', 'branches']

/** `GET /v1/workflow-nodes`: lists the types of nodes. */
export function workflowNodeOperations(operations: NodeOperations) {
  const types = () =>
    NODE_TYPES.flatMap(type =>
      type.type === 'operation' ? [...operations.values()].map(one => shownCall(type, one)) : [shown(type)],
    )
  return [
    defineOperation({
      id: 'workflow-nodes',
      group: 'workflows',
      summary: 'List the types of nodes that a workflow can consist of.',
      description:
        'An operation is a node of type `operation`; each has an entry with the schema of its input.',
      method: 'GET',
      path: '/v1/workflow-nodes',
      access: 'read',
      input: z.strictObject({}),
      output: z.object({ data: z.array(nodeTypeShape) }),
      example: { input: {}, output: { data: [shown(NODE_TYPES.find(({ type }) => type === 'filter')!)] } },
      answer: 'value',
      faces: {
        tool: {
          name: 'workflow_nodes',
          group: 'workflows',
          hints: READS,
          shows: SHOWN_FIELDS.map(name => `data.${name}`),
        },
      },
      run: () => ({ data: types() }),
    }),
  ] as const
}
