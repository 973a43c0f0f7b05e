import { Button, Text } from '@mantine/core'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import classes from '../editor/editor.module.css'
import { isRecord, withKey } from './edit-rule.ts'
import { FieldTree } from './field-row.tsx'
import { type FieldStates, ROOT } from './field-states.ts'
import { KeyWidget } from './key-widget.tsx'

interface SchemaFormOptions {
  /** Undefined if the text is not valid JSON. */
  schema: Json | undefined
  states: FieldStates
  onChange: (schema: Json) => void
  onJson: () => void
}

/** The schema as a tree of fields. Parts without a widget are edited as JSON. */
export function SchemaForm({ schema, states, onChange, onJson }: SchemaFormOptions) {
  if (!isRecord(schema) || !isRecord(schema.fields ?? {}))
    return (
      <EmptyState
        action={
          <Button size="compact-sm" variant="default" onClick={onJson}>
            Edit as JSON
          </Button>
        }
      >
        {schema === undefined
          ? 'The JSON is not valid, so it cannot be shown as a form.'
          : 'The schema must be an object with “fields”.'}
      </EmptyState>
    )
  const fields = (schema.fields ?? {}) as JsonObject
  const rootState = states(ROOT)
  return (
    <div className={classes.scroll}>
      {rootState?.state === 'bad' && (
        <Text size="sm" c="red" p={12}>
          {rootState.reason}
        </Text>
      )}
      <FieldTree
        fields={fields}
        place={ROOT}
        states={states}
        pickable
        onChange={changed => onChange({ ...schema, fields: changed })}
      />
      <OtherKeys schema={schema} onChange={onChange} />
    </div>
  )
}

/** The keys of a schema other than its fields. */
function OtherKeys({ schema, onChange }: { schema: JsonObject; onChange: (schema: Json) => void }) {
  const otherKeys = [...new Set(['description', ...Object.keys(schema)])].filter(key => key !== 'fields')
  return (
    <div style={{ padding: 12 }}>
      {otherKeys.map(key => (
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
