import type { ValueType } from '../parser-schema.ts'
import { VALUE_TYPES } from '../values/convert.ts'

/** What is said of values beside an `any` holds for all its rules. */
const WRITTEN = ['type', 'locale', 'formats', 'timezone', 'currency', 'pattern', 'min', 'max', 'enum']
const ENDING = ['required', 'default', 'on_error', 'description']
const VALUED = ['transform', ...WRITTEN, ...ENDING]
const CHOSEN = ['all', 'pick', 'where', 'unique_by', 'sort_by', 'limit', 'min_items', 'max_items']
const NODES = ['read', 'remove', 'fields', ...CHOSEN, ...VALUED]
const JSON_READ = ['fields', ...CHOSEN, ...VALUED]

/** Every source, and the keys that may stand beside it; `none` is a rule that only groups fields. */
export const GOES_WITH = {
  css: NODES,
  xpath: NODES,
  regex: ['group', 'read', ...JSON_READ],
  any: [...WRITTEN, ...ENDING],
  const: ['type', 'description'],
  meta: [...CHOSEN, ...VALUED],
  jsonld: ['path', 'json', ...JSON_READ],
  script: ['path', 'json', ...JSON_READ],
  json: JSON_READ,
  url: VALUED,
  header: VALUED,
  table: ['headers', 'fields', ...CHOSEN, 'required', 'on_error', 'description'],
  column: ['css', ...NODES],
  parent: VALUED,
  index: ['description'],
  template: VALUED,
  none: ['fields', 'required', 'description'],
} satisfies Record<string, string[]>

export type SourceKey = Exclude<keyof typeof GOES_WITH, 'none'>

export const SOURCES = Object.keys(GOES_WITH).filter(key => key !== 'none') as SourceKey[]
/** What stands beside each other in a schema, outside of its rules. */
export const ROOT_KEYS = ['fields', 'description', 'strict']

export const KEYS = [...new Set([...SOURCES, ...Object.values(GOES_WITH).flat()])]
export const TYPES: readonly ValueType[] = VALUE_TYPES

/** Words of the whole language that this version does not read yet. */
export const LATER_KEYS = new Set(['follow', 'network', 'microdata', 'group_by', 'zip'])
export const LATER_TYPES = new Set(['range', 'percent'])

/** The sources of a rule. `json` beside `jsonld` or `script` is a path, and so is `css` beside `column` no source. */
export function sourcesOf(rule: object): SourceKey[] {
  const named = SOURCES.filter(key => key in rule)
  if ('column' in rule) return named.filter(key => key !== 'css')
  return 'jsonld' in rule || 'script' in rule ? named.filter(key => key !== 'json') : named
}
