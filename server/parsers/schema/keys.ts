import type { ValueType } from '../parser-schema.ts'
import { VALUE_TYPES } from '../values/convert.ts'

/** Beside an `any`, these keys apply to all its choices. */
const WRITTEN = ['type', 'locale', 'formats', 'timezone', 'currency', 'pattern', 'min', 'max', 'enum']
const ENDING = ['required', 'default', 'on_error', 'description']
const VALUED = ['transform', ...WRITTEN, ...ENDING]
const CHOSEN = ['all', 'pick', 'where', 'unique_by', 'sort_by', 'limit', 'min_items', 'max_items']
const SHAPED = ['group_by', 'entries']
const OBJECTS = ['fields', 'follow', 'empty', 'any', ...SHAPED]
const NODES = ['read', 'remove', ...OBJECTS, ...CHOSEN, ...VALUED]
const JSON_READ = [...OBJECTS, ...CHOSEN, ...VALUED]

/** Every source, and the keys that are allowed beside it. `none` is a rule that only groups fields. */
export const GOES_WITH = {
  css: ['until', 'path', ...NODES],
  xpath: NODES,
  regex: ['group', 'read', ...JSON_READ],
  any: [...WRITTEN, ...ENDING],
  const: ['type', 'description'],
  meta: [...CHOSEN, ...VALUED],
  jsonld: ['path', 'json', ...JSON_READ],
  microdata: ['path', 'json', ...JSON_READ],
  script: ['path', 'json', ...JSON_READ],
  network: ['path', 'json', ...JSON_READ],
  zip: ['by', ...CHOSEN.filter(key => key !== 'pick'), ...SHAPED, 'required', 'on_error', 'description'],
  json: JSON_READ,
  url: VALUED,
  header: VALUED,
  table: ['headers', ...OBJECTS, ...CHOSEN, 'required', 'on_error', 'description'],
  column: ['css', ...NODES],
  parent: VALUED,
  index: ['description'],
  template: VALUED,
  none: [...OBJECTS, 'required', 'description'],
} satisfies Record<string, string[]>

export type SourceKey = Exclude<keyof typeof GOES_WITH, 'none'>

export const SOURCES = Object.keys(GOES_WITH).filter(key => key !== 'none') as SourceKey[]
/** Keys that are replaced before a rule is checked. */
const WRITTEN_OUT = ['ref', '$comment']
export const KEYS = [...new Set([...SOURCES, ...Object.values(GOES_WITH).flat(), ...WRITTEN_OUT])]
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
const WITH_PATHS = ['jsonld', 'script', 'network', 'microdata']

const IS_SOURCE: ReadonlySet<string> = new Set(SOURCES)

/**
 * Returns the sources of a rule. The name of a source may have another meaning: `json` may be a path, `css` a selector
 * inside a `column`.
 */
export function sourcesOf(rule: object): SourceKey[] {
  const written = Object.keys(rule).filter(key => IS_SOURCE.has(key))
  const named = written.length < 2 ? (written as SourceKey[]) : SOURCES.filter(key => written.includes(key))
  const isOther = (key: SourceKey) =>
    (key === 'css' && 'column' in rule) ||
    (key === 'json' && WITH_PATHS.some(source => source in rule)) ||
    (key === 'any' && named.length > 1)
  return named.filter(key => !isOther(key))
}
