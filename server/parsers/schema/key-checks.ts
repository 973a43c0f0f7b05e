import { splitCss } from '../expand-rule.ts'
import { parse5Engine } from '../html/parse5-engine.ts'
import { parsePath } from '../json/json-path.ts'
import { type Around, type Fault, fault, isObject, quote, type UnknownRule } from './fault.ts'
import { LATER_TYPES, TYPES } from './keys.ts'
import { checkConst, checkDefault } from './value-checks.ts'

type Check = (value: unknown, rule: UnknownRule, around: Around) => Fault | undefined

/** For every key, what its value has to be. What lies inside `any` and `fields` is checked by the walk. */
export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['css', checkCss],
  [
    'any',
    value => (Array.isArray(value) && value.length > 0 ? undefined : fault('"any" is a list of rules.')),
  ],
  ['const', checkConst],
  ['meta', value => checkName('meta', value, 'Such as "og:title".')],
  ['jsonld', checkJsonLd],
  ['script', value => checkName('script', value, 'The id of the script, or the variable it assigns.')],
  ['json', checkJson],
  ['path', value => checkPath('path', value)],
  ['all', value => checkFlag('all', value)],
  ['fields', checkFieldsKey],
  ['type', checkType],
  ['required', value => checkFlag('required', value)],
  ['default', checkDefault],
  ['description', value => (typeof value === 'string' ? undefined : fault('"description" is a text.'))],
])

function checkCss(css: unknown): Fault | undefined {
  if (typeof css !== 'string') return fault('"css" is a selector, as text.')
  const { selector } = splitCss(css)
  try {
    if (selector !== '') parse5Engine.compile(selector)
  } catch (error) {
    return fault(
      `"css": ${quote(selector)} is no valid selector.`,
      String((error as Error).message).slice(0, 200),
    )
  }
}

function checkJsonLd(value: unknown): Fault | undefined {
  const types = Array.isArray(value) && value.length > 0 ? value : [value]
  return types
    .map(type => checkName('jsonld', type, 'A type such as "Product", or a list of types.'))
    .find(Boolean)
}

function checkName(key: string, value: unknown, hint: string): Fault | undefined {
  return typeof value === 'string' && value.trim() !== ''
    ? undefined
    : fault(`"${key}" is a name, as text.`, hint)
}

function checkJson(value: unknown, rule: UnknownRule): Fault | undefined {
  if ('path' in rule) return fault('"json" and "path" are the same here.', 'Keep one of them.')
  return checkPath('json', value)
}

function checkPath(key: string, value: unknown): Fault | undefined {
  if (typeof value === 'string' && parsePath(value)) return undefined
  return fault(
    `"${key}": ${quote(value)} is no path.`,
    `A path reads like props.items[0]['first name'] or offers[*].price.`,
  )
}

function checkFlag(key: string, value: unknown): Fault | undefined {
  return typeof value === 'boolean' ? undefined : fault(`"${key}" is true or false.`)
}

function checkFieldsKey(value: unknown, rule: UnknownRule, { choice }: Around): Fault | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return fault('"fields" has at least one field.')
  if (typeof rule.css === 'string' && splitCss(rule.css).attribute !== null) {
    return fault(
      '"fields" cannot be read from an attribute.',
      `Take "@${splitCss(rule.css).attribute}" off "css".`,
    )
  }
  if (choice?.type !== undefined)
    return fault(`"fields" gives an object, but the type is ${quote(choice.type)}.`)
}

function checkType(type: unknown, rule: UnknownRule, { choice }: Around): Fault | undefined {
  const hint = `Types: ${TYPES.join(', ')}.`
  if (LATER_TYPES.has(type as string))
    return fault(`"type": ${quote(type)} is known, but not in this version.`, hint)
  if (!TYPES.includes(type as never)) return fault(`"type": ${quote(type)} is no type.`, hint)
  if ('fields' in rule) return fault('"type" does not go with "fields".', 'Give each field its type.')
  if (choice?.type !== undefined) return fault('"type" stands beside "any" already.', 'Keep one of them.')
}
