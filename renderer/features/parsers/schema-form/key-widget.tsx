import type { ReactNode } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { KEY_GUIDE } from '../../../../server/parsers/schema/key-guide.ts'
import { TypeOptions } from '../picker/type-select.tsx'
import { widgetOf } from './edit-rule.ts'
import { JsonInput } from './json-input.tsx'
import classes from './schema-form.module.css'

interface KeyWidgetOptions {
  name: string
  /** The path of the rule that has the key. */
  of: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

/** The widget of a key of a rule, as the parser language defines it. */
export function KeyWidget({ name, of, value, onChange }: KeyWidgetOptions) {
  const guide = KEY_GUIDE[name]
  const keyLabel = guide?.label ?? name
  const label = `${keyLabel} of ${of}`
  const widgets: Record<ReturnType<typeof widgetOf>, () => ReactNode> = {
    flag: () => (
      <input
        type="checkbox"
        aria-label={label}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked || undefined)}
      />
    ),
    type: () => (
      <select
        className={classes.source}
        aria-label={label}
        value={(value as string) ?? ''}
        onChange={event => onChange(event.currentTarget.value || undefined)}
      >
        <TypeOptions also={(value as string) ?? ''} />
      </select>
    ),
    text: () => (
      <input
        className={classes.value}
        aria-label={label}
        value={(value as string) ?? ''}
        spellCheck={name === 'description'}
        onChange={event => onChange(event.currentTarget.value || undefined)}
      />
    ),
    json: () => <JsonInput value={value} label={label} onChange={onChange} />,
  }
  return (
    <div className={classes.key} title={guide && `${name}: ${guide.hint}`}>
      <span className={classes.keyName}>{keyLabel}</span>
      {widgets[widgetOf(name, value)]()}
    </div>
  )
}
