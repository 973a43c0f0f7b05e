import { isObject } from '../../../../server/base/is-object.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { KEY_GUIDE } from '../../../../server/parsers/schema/key-guide.ts'
import { ALLOWED_KEYS, SOURCES, type SourceKey, sourcesOf } from '../../../../server/parsers/schema/keys.ts'

/** The source of a rule; `none` only groups fields. */
export type FormSource = SourceKey | 'none'

/** All sources, in the order of the parser language. */
export const FORM_SOURCES: readonly FormSource[] = [...SOURCES, 'none']

export const isRecord = isObject<JsonObject>

/** Whether a form can show a rule: a text, or an object with at most one source. */
export const isEditable = (rule: Json): rule is string | JsonObject =>
  typeof rule === 'string' || (isRecord(rule) && sourcesOf(rule).length <= 1)

/** Converts a rule to an object. */
export const ruleObject = (rule: string | JsonObject): JsonObject =>
  typeof rule === 'string' ? { css: rule } : rule

export const sourceOf = (rule: string | JsonObject): FormSource => sourcesOf(ruleObject(rule))[0] ?? 'none'

/**
 * Returns a rule with a new value of a key; undefined removes the key. A rule written as a string stays a string if
 * possible.
 */
export function withKey(
  rule: string | JsonObject,
  key: string,
  value: Json | undefined,
): string | JsonObject {
  if (typeof rule === 'string' && key === 'css' && typeof value === 'string') return value
  const { [key]: _, ...rest } = ruleObject(rule)
  if (value === undefined) return rest
  return key in ruleObject(rule)
    ? withEntries(ruleObject(rule), entry => (entry[0] === key ? [key, value] : entry))
    : { ...ruleObject(rule), [key]: value }
}

/** Returns a rule with another source. Its query is kept if the new source accepts it, and all other keys are kept. */
export function withSource(rule: string | JsonObject, source: FormSource): string | JsonObject {
  const before = sourceOf(rule)
  if (before === source) return rule
  const object = ruleObject(rule)
  if (before === 'none') return { ...sourceEntry(source, ''), ...object }
  const entries = Object.entries(object).flatMap(([key, value]): [string, Json][] =>
    key === before ? Object.entries(sourceEntry(source, value, before)) : [[key, value]],
  )
  return Object.fromEntries(
    source === 'none' && !('fields' in object) ? [...entries, ['fields', {}]] : entries,
  )
}

function sourceEntry(source: FormSource, value: Json, before?: FormSource): JsonObject {
  if (source === 'none') return {}
  if (source === 'any') return { any: [before && value !== '' ? { [before]: value } : ''] }
  const first = Array.isArray(value) ? (value[0] ?? '') : value
  const inner = isRecord(first) ? (Object.values(first)[0] ?? '') : first
  return { [source]: source === 'const' || typeof inner === 'string' ? inner : '' }
}

/**
 * Whether a form shows the path beside the source. Elements rarely contain JSON, so a `css` rule shows it only if it is
 * set; otherwise it is offered among the other keys.
 */
export const hasPath = (rule: string | JsonObject) =>
  ALLOWED_KEYS[sourceOf(rule)].includes('path') &&
  !('json' in ruleObject(rule)) &&
  (sourceOf(rule) !== 'css' || 'path' in ruleObject(rule))

/** Whether a rule has only its source, and a path if the form shows it there. */
export const isSimpleRule = (rule: Json): rule is string | JsonObject =>
  isEditable(rule) &&
  Object.keys(ruleObject(rule)).every(key => key === sourceOf(rule) || (key === 'path' && hasPath(rule)))

/** Returns the keys that a form shows below the source: those that fit the source, and any others that are set. */
export function extraKeys(rule: string | JsonObject): string[] {
  const source = sourceOf(rule)
  const separateKeys = new Set([source, 'fields', ...(hasPath(rule) ? ['path'] : [])])
  const allowedKeys = ALLOWED_KEYS[source].filter(key => !(key === 'json' && !('json' in ruleObject(rule))))
  return [...new Set([...allowedKeys, ...Object.keys(ruleObject(rule))])].filter(
    key => !separateKeys.has(key),
  )
}

/** Whether a rule may contain fields. */
export const canHaveFields = (rule: string | JsonObject) => ALLOWED_KEYS[sourceOf(rule)].includes('fields')

/** Returns the widget for a value: that of its key, or JSON if the value has another type. */
export function widgetOf(key: string, value: Json | undefined): 'text' | 'flag' | 'type' | 'json' {
  const kind = KEY_GUIDE[key]?.value
  if (kind === 'flag') return value === undefined || typeof value === 'boolean' ? 'flag' : 'json'
  if (kind === 'text' || kind === 'type') return value === undefined || isSingleLine(value) ? kind : 'json'
  return 'json'
}

/** A single-line input would lose the other lines. */
const isSingleLine = (value: Json) => typeof value === 'string' && !value.includes('\n')

/** Returns the fields in order with one of them renamed or changed; undefined removes it. */
export const withField = (fields: JsonObject, name: string, change: [name: string, rule: Json] | undefined) =>
  withEntries(fields, entry => (entry[0] === name ? change : entry))

/** Returns the fields with one of them moved up or down. */
export function withFieldMoved(fields: JsonObject, name: string, by: 1 | -1): JsonObject {
  const entries = Object.entries(fields)
  const from = entries.findIndex(entry => entry[0] === name)
  const to = from + by
  if (to < 0 || to >= entries.length) return fields
  return Object.fromEntries(entries.with(from, entries[to]!).with(to, entries[from]!))
}

/** Returns a name that no field has yet. */
export function freeName(fields: JsonObject): string {
  const count = Object.keys(fields).length
  const names = Array.from({ length: count + 1 }, (_, index) => `field_${count + index + 1}`)
  return names.find(name => !(name in fields))!
}

const withEntries = (
  object: JsonObject,
  change: (entry: [string, Json]) => [string, Json] | undefined,
): JsonObject =>
  Object.fromEntries(
    Object.entries(object)
      .map(change)
      .filter(entry => entry !== undefined),
  )
