import type { Fields, Json, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import { childPosition, type ImportPosition, reportUnknown, selectorRule, shortForm } from './losses.ts'

const ROOT_KEYS = ['name', 'baseSelector', 'baseFields', 'fields']
const KNOWN_KEYS = [
  'name',
  'selector',
  'type',
  'attribute',
  'pattern',
  'group',
  'fields',
  'default',
  'transform',
  'source',
]
const NESTING = ['nested', 'list', 'nested_list']
const TYPES = ['text', 'attribute', 'html', 'regex', ...NESTING]
const TRANSFORMS: Record<string, string> = { lowercase: 'lower', uppercase: 'upper', strip: 'trim' }

export const isCrawl4ai = (foreign: UnknownRule): boolean => typeof foreign.baseSelector === 'string'

/** Reads a schema of Crawl4AI's CSS and XPath strategies: a named list of items. */
export function fromCrawl4ai(foreign: UnknownRule, position: ImportPosition): Fields {
  reportUnknown(position, foreign, ROOT_KEYS)
  const fields = (['baseFields', 'fields'] as const).flatMap(key =>
    Object.entries(fieldsOf(foreign[key] ?? [], childPosition(position, `.${key}`))),
  )
  const name = typeof foreign.name === 'string' && foreign.name.trim() !== '' ? nameOf(foreign.name) : 'items'
  const rule = selectorRule(String(foreign.baseSelector))
  return { [name]: { ...rule, all: true, fields: Object.fromEntries(fields) } }
}

const nameOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')

function fieldsOf(foreign: unknown, position: ImportPosition): Fields {
  const fields = new Map<string, Rule>()
  for (const [index, field] of Array.isArray(foreign) ? foreign.entries() : []) {
    const fieldPosition = childPosition(position, `[${index}]`)
    const rule = isObject(field) ? ruleOf(field, fieldPosition) : null
    if (rule !== null && typeof field.name === 'string') fields.set(field.name, rule)
    else if (!isObject(field) || typeof field.name !== 'string')
      fieldPosition.reportLoss('It is not a field with a name.')
  }
  return Object.fromEntries(fields)
}

function ruleOf(foreign: UnknownRule, position: ImportPosition): Rule | null {
  const types = [foreign.type ?? 'text'].flat().map(String)
  if (types.includes('computed')) {
    position.reportLoss('What an expression computes cannot be carried over; "template" may do.')
    return null
  }
  reportUnknown(position, foreign, KNOWN_KEYS)
  reportMissing(types, foreign, position)
  const source = sourceOf(foreign)
  const nesting = types.find(type => NESTING.includes(type))
  if (nesting) return nestedOf(source, nesting, foreign, position)
  const transform = transformsOf(types, foreign, position)
  return shortForm({
    ...source,
    ...readingOf(types, foreign),
    ...(transform.length > 0 && { transform }),
    ...(isScalar(foreign.default) && { default: foreign.default as Json }),
  })
}

/** Reports types that do not exist, and types without the key that they require. The text is read instead. */
function reportMissing(types: string[], foreign: UnknownRule, position: ImportPosition): void {
  for (const type of types.filter(type => !TYPES.includes(type)))
    childPosition(position, '.type').reportLoss(`There is no type ${quote(type)}; the text is read.`)
  for (const [type, key] of [
    ['attribute', 'attribute'],
    ['regex', 'pattern'],
  ] as const)
    if (types.includes(type) && typeof foreign[key] !== 'string')
      childPosition(position, '.type').reportLoss(`${quote(type)} needs ${quote(key)}; the text is read.`)
}

/** A `source` such as `+ tr` leads to a sibling, inside which the selector is applied. */
function sourceOf({ selector, source }: UnknownRule): RuleObject {
  const rule = selectorRule(typeof selector === 'string' ? selector : '')
  return typeof source === 'string' && rule.css !== undefined
    ? { css: `${source.trim()} ${rule.css.includes(',') ? `:is(${rule.css})` : rule.css}`.trim() }
    : rule
}

function nestedOf(source: RuleObject, type: string, foreign: UnknownRule, position: ImportPosition): Rule {
  const all = type === 'nested' ? {} : { all: true }
  if (!Array.isArray(foreign.fields)) return shortForm({ ...source, ...all })
  return { ...source, ...all, fields: fieldsOf(foreign.fields, childPosition(position, '.fields')) }
}

function readingOf(types: string[], { attribute }: UnknownRule): RuleObject {
  if (types.includes('attribute') && typeof attribute === 'string') return { read: `@${attribute}` }
  return types.includes('html') ? { read: 'outer_html' } : {}
}

function transformsOf(
  types: string[],
  { pattern, group, transform }: UnknownRule,
  position: ImportPosition,
): Json[] {
  const isPattern = types.includes('regex') && typeof pattern === 'string'
  const regex = isPattern ? [{ regex: typeof group === 'number' ? { pattern, group } : pattern }] : []
  const changes = [transform ?? []].flat().flatMap(name => {
    const known = TRANSFORMS[String(name)]
    if (!known) childPosition(position, '.transform').reportLoss(`There is no transform ${quote(name)}.`)
    return known ? [known] : []
  })
  return [...regex, ...changes] as Json[]
}

const isScalar = (value: unknown) => value !== undefined && value !== null && typeof value !== 'object'
