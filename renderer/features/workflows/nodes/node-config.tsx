import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { Fields } from '../../../ui/form/fields.tsx'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { JsonWidget } from '../../../ui/form/json-widget.tsx'
import { AllPages } from '../../../ui/jobs/all-pages.tsx'
import type { GraphNode, NodeKind, Problem } from '../api.ts'
import { problemAt } from '../graph/problems.ts'
import { coerceValues, expressionSchema } from './written-schema.ts'

type Values = Record<string, unknown>

interface NodeConfigOptions {
  node: GraphNode
  kind: NodeKind
  /** The path of the node: `nodes[2]`. */
  place: string
  problems: readonly Problem[]
  isAllWritten: () => boolean
  onChange: (config: Values) => void
}

/** The settings of a node by the schema of its type. A node that calls an operation has the input of that operation. */
export function NodeConfig({ node, kind, place, problems, isAllWritten, onChange }: NodeConfigOptions) {
  const [view, setView] = useState('Form')
  const isCall = kind.operation !== null
  const configSchema = kind.config as JsonSchema
  const schema = isCall ? configSchema.properties!.input! : configSchema
  const values = ((isCall ? node.config.input : node.config) ?? {}) as Values
  const root = isCall ? `${place}.config.input` : `${place}.config`
  const change = (next: Values) => {
    const typedValues = coerceValues(schema, next)
    onChange(isCall ? { ...node.config, input: typedValues } : typedValues)
  }
  if (!Object.keys(schema.properties ?? {}).length)
    return (
      <Text size="sm" c="dimmed">
        No settings.
      </Text>
    )
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Format of the settings"
        data={['Form', 'JSON']}
        value={view}
        onChange={next => isAllWritten() && setView(next)}
        style={{ alignSelf: 'flex-start' }}
      />
      <AllPages
        apiId={kind.operation ?? undefined}
        value={node.config.max_pages as number | undefined}
        error={problemAt(problems, `${place}.config.max_pages`)?.error}
        onChange={max_pages => onChange({ ...node.config, max_pages })}
      />
      {view === 'Form' ? (
        <Fields
          schema={expressionSchema(schema, values)}
          values={values}
          onChange={change}
          errorAt={path => problemAt(problems, `${root}.${path}`)}
        />
      ) : (
        <JsonWidget
          isFields
          path=""
          label="Settings"
          schema={{
            description: 'All settings as one JSON object. Any text can contain `{{ expression }}`.',
          }}
          required={false}
          value={values}
          errorAt={() => problemAt(problems, root)}
          onChange={value =>
            onChange(isCall ? { ...node.config, input: value ?? {} } : ((value ?? {}) as Values))
          }
        />
      )}
    </>
  )
}
