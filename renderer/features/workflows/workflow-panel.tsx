import { Stack, Text, Title } from '@mantine/core'
import { Fields } from '../../ui/form/fields.tsx'
import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { JsonWidget } from '../../ui/form/json-widget.tsx'
import type { Graph, Problem } from './api.ts'
import { problemAt } from './graph/problems.ts'
import type { GraphInHand } from './graph/use-graph.ts'

/** These are drawn, or written elsewhere on the page. */
const ELSEWHERE = ['name', 'nodes', 'edges', 'input_schema']

/** What a workflow is beside its nodes, by the schema of the operation that makes one. */
export function WorkflowPanel({
  hand: { graph, change },
  schema,
  problems,
}: {
  hand: GraphInHand
  schema: JsonSchema
  problems: readonly Problem[]
}) {
  const shown = Object.entries(schema.properties!).filter(([name]) => !ELSEWHERE.includes(name))
  const errorAt = (path: string) => problemAt(problems, path)
  return (
    <Stack gap={20} p={16}>
      <div>
        <Title order={2}>Workflow</Title>
        <Text size="sm" c="dimmed">
          Choose a node to see what it does. A node that you add comes after the one that is chosen.
        </Text>
      </div>
      <Fields
        schema={{ type: 'object', properties: Object.fromEntries(shown), required: ['state', 'settings'] }}
        values={graph as unknown as Record<string, unknown>}
        onChange={next => change(graph => filled(graph, next), 'workflow')}
        errorAt={errorAt}
      />
      <JsonWidget
        path="input_schema"
        label="input_schema"
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

/** A field that was emptied has what it had at first. */
function filled(graph: Graph, next: Record<string, unknown>): Graph {
  const { description = '', state = graph.state, settings } = next as Partial<Graph>
  const {
    concurrency = 4,
    max_duration = 86_400,
    budget = null,
  } = settings ?? ({} as Partial<Graph['settings']>)
  return { ...graph, description, state, settings: { concurrency, max_duration, budget } }
}
