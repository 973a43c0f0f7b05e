import { Button, Text } from '@mantine/core'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import classes from '../editor/editor.module.css'
import { isRecord, withKey } from './edit-rule.ts'
import { FieldTree } from './field-row.tsx'
import { type FieldStates, ROOT } from './field-states.ts'
import { KeyWidget } from './key-widget.tsx'

interface SchemaFormOptions {
  /** Undefined where the text is no JSON. */
  schema: Json | undefined
  states: FieldStates
  onChange: (schema: Json) => void
  onJson: () => void
}

/** The schema as a tree of fields. What it has no widget for stays as it is, as JSON in its place. */
export function SchemaForm({ schema, states, onChange, onJson }: SchemaFormOptions) {
  if (!isRecord(schema) || !isRecord(schema.fields ?? {}))
    return (
      <EmptyState
        action={
          <Button size="compact-sm" variant="default" onClick={onJson}>
            Mend it as JSON
          </Button>
        }
      >
        {schema === undefined
          ? 'The JSON cannot be read, so there is no form for it.'
          : 'A schema is an object with “fields”.'}
      </EmptyState>
    )
  const fields = (schema.fields ?? {}) as JsonObject
  const fault = states(ROOT)
  return (
    <div className={classes.scroll}>
      {fault?.state === 'bad' && (
        <Text size="sm" c="red" p={12}>
          {fault.reason}
        </Text>
      )}
      <FieldTree
        fields={fields}
        place={ROOT}
        states={states}
        pickable
        onChange={changed => onChange({ ...schema, fields: changed })}
      />
      <Others schema={schema} onChange={onChange} />
    </div>
  )
}

/** What stands beside the fields of a schema. */
function Others({ schema, onChange }: { schema: JsonObject; onChange: (schema: Json) => void }) {
  const others = [...new Set(['description', ...Object.keys(schema)])].filter(key => key !== 'fields')
  return (
    <div style={{ padding: 12 }}>
      {others.map(key => (
        <KeyWidget
          key={key}
          name={key}
          of="the schema"
          value={schema[key]}
          onChange={value => onChange(withKey(schema, key, value))}
        />
      ))}
    </div>
  )
}
