import { Stack, Text, Title } from '@mantine/core'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import { titleOf } from '../../ui/form/widget.ts'
import type { Graph, Problem } from './api.ts'
import { problemAt } from './graph/problems.ts'
import type { GraphState } from './graph/use-graph.ts'

/** Fields that are edited elsewhere on the page. */
const EDITED_ELSEWHERE = ['name', 'nodes', 'edges', 'input_schema']

/** The settings of a workflow, by the schema of the operation that creates one. */
export function WorkflowPanel({
  editing: { graph, change },
  schema,
  problems,
}: {
  editing: GraphState
  schema: JsonSchema
  problems: readonly Problem[]
}) {
  const settings = Object.entries(schema.properties!).filter(([name]) => !EDITED_ELSEWHERE.includes(name))
  const errorAt = (path: string) => problemAt(problems, path)
  return (
    <Stack gap={20} p={16}>
      <div>
        <Title order={2}>Workflow</Title>
        <Text size="sm" c="dimmed">
          Select a node to edit it. New nodes are added after the selected one.
        </Text>
      </div>
      <Fields
        schema={{ type: 'object', properties: Object.fromEntries(settings), required: ['state', 'settings'] }}
        values={graph as unknown as Record<string, unknown>}
        onChange={next => change(graph => withDefaults(graph, next), 'workflow')}
        errorAt={errorAt}
      />
      <JsonWidget
        isFields
        path="input_schema"
        label={titleOf('input_schema', schema.properties!.input_schema!)}
        schema={schema.properties!.input_schema!}
        required={false}
        value={graph.input_schema}
        errorAt={errorAt}
        onChange={value =>
          change(
            graph => ({ ...graph, input_schema: (value ?? {}) as Graph['input_schema'] }),
            'input_schema',
          )
        }
      />
    </Stack>
  )
}

/** Sets a cleared field to its default. */
function withDefaults(graph: Graph, next: Record<string, unknown>): Graph {
  const { description = '', state = graph.state, settings } = next as Partial<Graph>
  const {
    concurrency = 4,
    max_duration = 86_400,
    budget = null,
  } = settings ?? ({} as Partial<Graph['settings']>)
  return { ...graph, description, state, settings: { concurrency, max_duration, budget } }
}
