import type { ValueType } from '../parser-schema.ts'
import { VALUE_TYPES } from '../values/value-types.ts'

/** Beside an `any`, these keys apply to all its choices. */
export const FORMAT_KEYS = [
  'type',
  'locale',
  'formats',
  'timezone',
  'currency',
  'pattern',
  'min',
  'max',
  'enum',
]
const OUTCOME_KEYS = ['required', 'default', 'on_error', 'description']
const VALUE_KEYS = ['transform', ...FORMAT_KEYS, ...OUTCOME_KEYS]
const SELECTION_KEYS = ['all', 'pick', 'where', 'unique_by', 'sort_by', 'limit', 'min_items', 'max_items']
const SHAPE_KEYS = ['group_by', 'entries']
const OBJECT_KEYS = ['fields', 'follow', 'empty', 'any', ...SHAPE_KEYS]
const NODE_KEYS = ['read', 'remove', ...OBJECT_KEYS, ...SELECTION_KEYS, ...VALUE_KEYS]
const JSON_KEYS = [...OBJECT_KEYS, ...SELECTION_KEYS, ...VALUE_KEYS]

/** Every source, and the keys that are allowed beside it. `none` is a rule that only groups fields. */
export const ALLOWED_KEYS = {
  css: ['until', 'path', ...NODE_KEYS],
  xpath: NODE_KEYS,
  regex: ['group', 'read', ...JSON_KEYS],
  any: [...FORMAT_KEYS, ...OUTCOME_KEYS],
  const: ['type', 'description'],
  meta: [...SELECTION_KEYS, ...VALUE_KEYS],
  jsonld: ['path', 'json', ...JSON_KEYS],
  microdata: ['path', 'json', ...JSON_KEYS],
  script: ['path', 'json', ...JSON_KEYS],
  network: ['path', 'json', ...JSON_KEYS],
  zip: [
    'by',
    ...SELECTION_KEYS.filter(key => key !== 'pick'),
    ...SHAPE_KEYS,
    'required',
    'on_error',
    'description',
  ],
  json: JSON_KEYS,
  url: VALUE_KEYS,
  header: VALUE_KEYS,
  table: ['headers', ...OBJECT_KEYS, ...SELECTION_KEYS, 'required', 'on_error', 'description'],
  column: ['css', ...NODE_KEYS],
  parent: VALUE_KEYS,
  index: ['description'],
  template: VALUE_KEYS,
  none: [...OBJECT_KEYS, 'required', 'description'],
} satisfies Record<string, string[]>

export type SourceKey = Exclude<keyof typeof ALLOWED_KEYS, 'none'>

export const SOURCES = Object.keys(ALLOWED_KEYS).filter(key => key !== 'none') as SourceKey[]
/** Keys that are replaced before a rule is checked. */
const REPLACED_KEYS = ['ref', '$comment']
export const KEYS = [...new Set([...SOURCES, ...Object.values(ALLOWED_KEYS).flat(), ...REPLACED_KEYS])]
export const TYPES: readonly ValueType[] = VALUE_TYPES

/** The keys of a schema itself. */
export const ROOT_KEYS = [
  'fields',
  'description',
  'version',
  'strict',
  'defs',
  'expect',
  'paginate',
  'follow',
  'pages',
] as const

/** Beside these sources, `json` is a path. */
const JSON_PATH_SOURCES = ['jsonld', 'script', 'network', 'microdata']

const IS_SOURCE: ReadonlySet<string> = new Set(SOURCES)

/**
 * Returns the sources of a rule. The name of a source may have another meaning: `json` may be a path, `css` a selector
 * inside a `column`.
 */
export function sourcesOf(rule: object): SourceKey[] {
  const names = Object.keys(rule).filter(key => IS_SOURCE.has(key))
  const sources = names.length < 2 ? (names as SourceKey[]) : SOURCES.filter(key => names.includes(key))
  const isOther = (key: SourceKey) =>
    (key === 'css' && 'column' in rule) ||
    (key === 'json' && JSON_PATH_SOURCES.some(source => source in rule)) ||
    (key === 'any' && sources.length > 1)
  return sources.filter(key => !isOther(key))
}
