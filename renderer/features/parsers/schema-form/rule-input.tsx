import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { KEY_GUIDE } from '../../../../server/parsers/schema/key-guide.ts'
import {
  FORM_SOURCES,
  type FormSource,
  hasPath,
  ruleObject,
  sourceOf,
  widgetOf,
  withKey,
  withSource,
} from './edit-rule.ts'
import { JsonInput } from './json-input.tsx'
import classes from './schema-form.module.css'

type Rule = string | JsonObject

const GROUPS = 'Groups fields without looking for anything.'

const labelOf = (source: FormSource) => (source === 'none' ? 'Group' : KEY_GUIDE[source]!.label)

/** The name of a source in the parser language, and what it finds. */
const hintOf = (source: FormSource) => (source === 'none' ? GROUPS : `${source}: ${KEY_GUIDE[source]!.hint}`)

/** The source of a rule and its query. */
export function RuleInput({
  rule,
  of,
  onChange,
}: {
  rule: Rule
  of: string
  onChange: (rule: Rule) => void
}) {
  const source = sourceOf(rule)
  return (
    <>
      <select
        className={classes.source}
        aria-label={`Source of ${of}`}
        title={hintOf(source)}
        value={source}
        onChange={event => onChange(withSource(rule, event.currentTarget.value as FormSource))}
      >
        {FORM_SOURCES.map(one => (
          <option key={one} value={one} title={hintOf(one)}>
            {labelOf(one)}
          </option>
        ))}
      </select>
      <SourceValue
        source={source}
        value={ruleObject(rule)[source]}
        of={of}
        onChange={value => onChange(withKey(rule, source, value))}
      />
      {hasPath(rule) && (
        <SourceValue
          source="path"
          value={ruleObject(rule).path ?? ''}
          of={of}
          onChange={value => onChange(withKey(rule, 'path', value === '' ? undefined : value))}
        />
      )}
    </>
  )
}

interface SourceValueOptions {
  source: FormSource | 'path'
  value: Json | undefined
  of: string
  onChange: (value: Json) => void
}

function SourceValue({ source, value, of, onChange }: SourceValueOptions) {
  if (source === 'none') return <span className={classes.quiet}>group of fields</span>
  if (source === 'any' && Array.isArray(value))
    return <span className={classes.quiet}>first with a value</span>
  const label = source === 'path' ? `Path of ${of}` : `Query of ${of}`
  if (widgetOf(source, value) === 'json')
    return <JsonInput value={value} label={label} onChange={changed => onChange(changed ?? null)} />
  return (
    <input
      className={classes.value}
      aria-label={label}
      placeholder={source === 'css' ? 'the item itself' : KEY_GUIDE[source]!.label}
      title={KEY_GUIDE[source]?.hint}
      value={value as string}
      spellCheck={false}
      autoCapitalize="off"
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
