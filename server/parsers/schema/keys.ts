import type { ValueType } from '../parser-schema.ts'

const VALUED = ['type', 'required', 'default', 'description']
const CHOSEN = ['all', 'pick', 'limit']
const NODES = ['read', 'remove', 'fields', ...CHOSEN, ...VALUED]
const JSON_READ = ['fields', ...CHOSEN, ...VALUED]

/** Every source, and the keys that may stand beside it; `none` is a rule that only groups fields. */
export const GOES_WITH = {
  css: NODES,
  xpath: NODES,
  regex: ['group', 'read', ...JSON_READ],
  any: VALUED,
  const: ['type', 'description'],
  meta: [...CHOSEN, ...VALUED],
  jsonld: ['path', 'json', ...JSON_READ],
  script: ['path', 'json', ...JSON_READ],
  json: JSON_READ,
  url: VALUED,
  header: VALUED,
  table: ['headers', 'fields', ...CHOSEN, 'required', 'description'],
  column: ['css', ...NODES],
  parent: VALUED,
  index: ['description'],
  template: VALUED,
  none: ['fields', 'required', 'description'],
} satisfies Record<string, string[]>

export type SourceKey = Exclude<keyof typeof GOES_WITH, 'none'>

export const SOURCES = Object.keys(GOES_WITH).filter(key => key !== 'none') as SourceKey[]
export const KEYS = [...new Set([...SOURCES, ...Object.values(GOES_WITH).flat()])]
export const TYPES: readonly ValueType[] = ['string', 'integer', 'number', 'boolean']

/** Words of the whole language that this version does not read yet. */
export const LATER_KEYS = new Set('transform where unique_by on_error'.split(/\s+/))
export const LATER_TYPES = new Set(
  'price date datetime duration url email phone enum object list any html markdown'.split(' '),
)

/** The sources of a rule. `json` beside `jsonld` or `script` is a path, and so is `css` beside `column` no source. */
export function sourcesOf(rule: object): SourceKey[] {
  const named = SOURCES.filter(key => key in rule)
  if ('column' in rule) return named.filter(key => key !== 'css')
  return 'jsonld' in rule || 'script' in rule ? named.filter(key => key !== 'json') : named
}
