import type { ValueType } from '../parser-schema.ts'

const VALUED = ['type', 'required', 'default', 'description']
const JSON_READ = ['all', 'fields', ...VALUED]

/** Every source, and the keys that may stand beside it; `none` is a rule that only groups fields. */
export const GOES_WITH = {
  css: ['all', 'fields', ...VALUED],
  any: VALUED,
  const: ['type', 'description'],
  meta: ['all', ...VALUED],
  jsonld: ['path', 'json', ...JSON_READ],
  script: ['path', 'json', ...JSON_READ],
  json: JSON_READ,
  none: ['fields', 'required', 'description'],
} satisfies Record<string, string[]>

export type SourceKey = Exclude<keyof typeof GOES_WITH, 'none'>

export const SOURCES = Object.keys(GOES_WITH).filter(key => key !== 'none') as SourceKey[]
export const KEYS = [...new Set([...SOURCES, 'path', ...JSON_READ])]
export const TYPES: readonly ValueType[] = ['string', 'integer', 'number', 'boolean']

/** Words of the whole language that this version does not read yet. */
export const LATER_KEYS = new Set(
  `xpath regex url header table parent index template read pick transform remove limit where unique_by
  on_error`.split(/\s+/),
)
export const LATER_TYPES = new Set(
  'price date datetime duration url email phone enum object list any html markdown'.split(' '),
)

/** The sources of a rule. `json` beside `jsonld` or `script` is a path, not a source. */
export function sourcesOf(rule: object): SourceKey[] {
  const named = SOURCES.filter(key => key in rule)
  return 'jsonld' in rule || 'script' in rule ? named.filter(key => key !== 'json') : named
}
