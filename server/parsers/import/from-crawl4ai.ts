import type { Fields, Json, Rule, RuleObject } from '../parser-schema.ts'
import { isObject, quote, type UnknownRule } from '../schema/fault.ts'
import { type ImportPosition, inside, reportUnknown, selectorRule, shortest } from './losses.ts'

const ROOT_KEYS = ['name', 'baseSelector', 'baseFields', 'fields']
const KNOWN = [
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
const TRANSFORMS: Record<string, string> = { lowercase: 'lower', uppercase: 'upper', strip: 'trim' }

export const isCrawl4ai = (written: UnknownRule): boolean => typeof written.baseSelector === 'string'

/** Reads a schema of Crawl4AI's CSS and XPath strategies: a named list of items. */
export function fromCrawl4ai(written: UnknownRule, passage: ImportPosition): Fields {
  reportUnknown(passage, written, ROOT_KEYS)
  const fields = (['baseFields', 'fields'] as const).flatMap(key =>
    Object.entries(fieldsOf(written[key] ?? [], inside(passage, `.${key}`))),
  )
  const name = typeof written.name === 'string' && written.name.trim() !== '' ? nameOf(written.name) : 'items'
  const rule = selectorRule(String(written.baseSelector))
  return { [name]: { ...rule, all: true, fields: Object.fromEntries(fields) } }
}

const nameOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')

function fieldsOf(written: unknown, passage: ImportPosition): Fields {
  const fields = new Map<string, Rule>()
  for (const [index, field] of Array.isArray(written) ? written.entries() : []) {
    const place = inside(passage, `[${index}]`)
    const rule = isObject(field) ? ruleOf(field, place) : null
    if (rule !== null && typeof field.name === 'string') fields.set(field.name, rule)
    else if (!isObject(field) || typeof field.name !== 'string')
      place.reportLoss('It is not a field with a name.')
  }
  return Object.fromEntries(fields)
}

function ruleOf(written: UnknownRule, passage: ImportPosition): Rule | null {
  const types = [written.type ?? 'text'].flat().map(String)
  if (types.includes('computed')) {
    passage.reportLoss('What an expression computes cannot be carried over; "template" may do.')
    return null
  }
  reportUnknown(passage, written, KNOWN)
  const source = sourceOf(written)
  const nesting = types.find(type => NESTING.includes(type))
  if (nesting) return nestedOf(source, nesting, written, passage)
  const transform = transformsOf(types, written, passage)
  return shortest({
    ...source,
    ...readingOf(types, written),
    ...(transform.length > 0 && { transform }),
    ...(isScalar(written.default) && { default: written.default as Json }),
  })
}

/** A `source` such as `+ tr` leads to a sibling, inside which the selector is applied. */
function sourceOf({ selector, source }: UnknownRule): RuleObject {
  const rule = selectorRule(typeof selector === 'string' ? selector : '')
  return typeof source === 'string' && rule.css !== undefined
    ? { css: `${source.trim()} ${rule.css.includes(',') ? `:is(${rule.css})` : rule.css}`.trim() }
    : rule
}

function nestedOf(source: RuleObject, type: string, written: UnknownRule, passage: ImportPosition): Rule {
  const all = type === 'nested' ? {} : { all: true }
  if (!Array.isArray(written.fields)) return shortest({ ...source, ...all })
  return { ...source, ...all, fields: fieldsOf(written.fields, inside(passage, '.fields')) }
}

function readingOf(types: string[], { attribute }: UnknownRule): RuleObject {
  if (types.includes('attribute') && typeof attribute === 'string') return { read: `@${attribute}` }
  return types.includes('html') ? { read: 'outer_html' } : {}
}

function transformsOf(
  types: string[],
  { pattern, group, transform }: UnknownRule,
  passage: ImportPosition,
): Json[] {
  const isPattern = types.includes('regex') && typeof pattern === 'string'
  const regex = isPattern ? [{ regex: typeof group === 'number' ? { pattern, group } : pattern }] : []
  const changes = [transform ?? []].flat().flatMap(name => {
    const known = TRANSFORMS[String(name)]
    if (!known) inside(passage, '.transform').reportLoss(`There is no transform ${quote(name)}.`)
    return known ? [known] : []
  })
  return [...regex, ...changes] as Json[]
}

const isScalar = (value: unknown) => value !== undefined && value !== null && typeof value !== 'object'
