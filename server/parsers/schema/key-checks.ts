import { groupDigits } from '../../base/counted.ts'
import { typeOf } from '../expand-rule.ts'
import { checkShadows } from '../html/open-shadows.ts'
import { MAX_PATH, parsePath } from '../json/json-path.ts'
import type { RuleObject, ValueType } from '../parser-schema.ts'
import { splitCss } from '../split-css.ts'
import { isLocale } from '../values/locale.ts'
import { checkPatternType } from './condition-types.ts'
import {
  type CheckContext,
  type Fault,
  fault,
  faultIfThrown,
  harmless,
  isObject,
  noFields,
  quote,
  type UnknownRule,
} from './fault.ts'
import { sourcesOf, TYPES } from './keys.ts'
import {
  checkArrangement,
  checkBound,
  checkCurrency,
  checkEnum,
  checkFormats,
  checkList,
  checkOnError,
  checkTimezone,
  checkTransform,
} from './list-and-value-checks.ts'
import { checkFollow } from './page-checks.ts'
import { pathHint } from './path-hints.ts'
import { similarType } from './similar-key.ts'
import {
  checkColumn,
  checkGroup,
  checkParent,
  checkPattern,
  checkPick,
  checkRead,
  checkSelector,
  checkTemplate,
  checkUrlPart,
  checkWord,
  checkXPath,
} from './source-checks.ts'
import { checkConst, checkDefault } from './value-checks.ts'

type KeyCheck = (value: unknown, rule: UnknownRule, context: CheckContext) => Fault | undefined

/** The check of the value of each key. Rules inside `any` and `fields` are checked by the walk. */
export const CHECKS: ReadonlyMap<string, KeyCheck> = new Map<string, KeyCheck>([
  ['css', checkCss],
  ['xpath', checkXPath],
  ['regex', value => checkPattern('regex', value)],
  ['any', checkAny],
  ['const', checkConst],
  ['meta', value => checkName('meta', value, 'Such as "og:title".')],
  ['jsonld', value => checkTypes('jsonld', value)],
  ['microdata', value => checkTypes('microdata', value)],
  ['zip', checkZip],
  ['by', value => checkPath('by', value)],
  ['script', value => checkName('script', value, 'The id of the script, or the variable it assigns.')],
  ['network', checkNetwork],
  ['json', checkJson],
  ['url', value => checkPath('url', value) ?? checkUrlPart(value as string)],
  ['header', value => checkName('header', value, 'Such as "content-type", or ":status".')],
  ['table', value => checkSelector('table', value)],
  ['column', checkColumn],
  ['parent', checkParent],
  [
    'index',
    value => (value === 0 || value === 1 ? undefined : fault('"index" is 0 or 1: where counting starts.')),
  ],
  ['template', checkTemplate],
  ['path', value => checkPath('path', value)],
  ['read', checkRead],
  ['remove', checkRemove],
  ['group', checkGroup],
  ['headers', value => checkWord('headers', value, ['auto', 'top', 'left', 'none'])],
  ['pick', checkPick],
  ['limit', (value, rule) => checkList('limit', value, rule)],
  ['min_items', (value, rule) => checkList('min_items', value, rule)],
  ['max_items', (value, rule) => checkList('max_items', value, rule)],
  ['where', (value, rule) => checkArrangement('where', value, rule)],
  ['unique_by', (value, rule) => checkArrangement('unique_by', value, rule)],
  ['sort_by', (value, rule) => checkArrangement('sort_by', value, rule)],
  ['transform', checkTransform],
  [
    'locale',
    value => (isLocale(value) ? undefined : fault('"locale" is a language, such as "de" or "en-GB".')),
  ],
  ['formats', checkFormats],
  ['timezone', checkTimezone],
  ['currency', checkCurrency],
  [
    'pattern',
    (value, rule, { choice }) =>
      checkPattern('pattern', value) ??
      checkPatternType(typeOf(rule as RuleObject, choice?.type as ValueType | undefined)),
  ],
  ['min', (value, rule, context) => checkBound('min', value, rule, context)],
  ['max', (value, rule, context) => checkBound('max', value, rule, context)],
  ['enum', checkEnum],
  ['on_error', checkOnError],
  ['all', value => checkFlag('all', value)],
  ['fields', checkFieldsKey],
  ['follow', checkFollowKey],
  ['until', checkUntilKey],
  ['empty', checkEmpty],
  ['group_by', (value, rule) => checkShape(rule) ?? checkPath('group_by', value)],
  ['entries', checkEntries],
  ['type', checkType],
  ['required', value => checkFlag('required', value)],
  ['default', checkDefault],
  ['description', value => (typeof value === 'string' ? undefined : fault('"description" is a text.'))],
])

function checkCss(css: unknown): Fault | undefined {
  if (typeof css !== 'string') return checkSelector('css', css)
  const { selector } = splitCss(css)
  if (selector === '') return undefined
  const problem = faultIfThrown(`"css": ${quote(css)} is not a valid selector.`, () => checkShadows(css))
  return problem ?? checkSelector('css', selector)
}

/** Ways to read an element in which nothing inside it counts as its text. */
const READ_WHOLE: unknown[] = ['image', 'value']

function checkRemove(value: unknown, rule: UnknownRule): Fault | undefined {
  const isIdle = attributeOf(rule) !== null || READ_WHOLE.includes(rule.read)
  return (
    checkSelector('remove', value) ??
    (isIdle
      ? harmless('"remove" has no effect here.', 'It leaves elements out of a text, of HTML or of Markdown.')
      : undefined)
  )
}

function checkUntilKey(value: unknown, rule: UnknownRule): Fault | undefined {
  const isIdle = attributeOf(rule) !== null || splitCss(String(rule.css)).selector === ''
  return (
    checkSelector('until', value) ??
    (isIdle
      ? harmless('"until" has no effect here.', 'It extends an element that "css" selects, not an attribute.')
      : undefined)
  )
}

/** The attribute that a rule reads; null if it reads the element. */
function attributeOf({ css, read }: UnknownRule): string | null {
  const { attribute } = splitCss(typeof css === 'string' ? css : '')
  return typeof read === 'string' && read.startsWith('@') ? read : attribute
}

function checkAny(value: unknown): Fault | undefined {
  return Array.isArray(value) && value.length > 0 ? undefined : fault('"any" is a list of rules.')
}

/** The maximum number of types in one rule. */
const MAX_TYPES = 100

function checkTypes(key: string, value: unknown): Fault | undefined {
  const types = Array.isArray(value) && value.length > 0 ? value : [value]
  if (types.length > MAX_TYPES) return fault(`"${key}" names at most ${MAX_TYPES} types.`)
  const hint = 'A type such as "Product", or a list of types.'
  return types.map(type => checkName(key, type, hint)).find(Boolean)
}

function checkName(key: string, value: unknown, hint: string): Fault | undefined {
  const isName = typeof value === 'string' && value.trim() !== ''
  return isName ? undefined : fault(`"${key}" is a name, as text.`, hint)
}

const ADDRESS_START = /^(?:\/|\*|https?:\/\/)/
const MAX_PATTERN_LENGTH = 2_000

function checkNetwork(value: unknown): Fault | undefined {
  const isPattern =
    typeof value === 'string' && ADDRESS_START.test(value) && value.length <= MAX_PATTERN_LENGTH
  if (isPattern) return undefined
  return fault(
    '"network" is the address of what the page fetches.',
    'Its path or all of it, where * is any text: /api/products*, https://api.shop.example/*.',
  )
}

function checkJson(value: unknown, rule: UnknownRule): Fault | undefined {
  const isPath = !sourcesOf(rule).includes('json')
  if (isPath && 'path' in rule) return fault('"json" and "path" are the same here.', 'Keep one of them.')
  return checkPath('json', value)
}

function checkPath(key: string, value: unknown): Fault | undefined {
  if (typeof value === 'string' && parsePath(value)) return undefined
  if (typeof value === 'string' && value.length > MAX_PATH)
    return fault(
      `"${key}" has at most ${groupDigits(MAX_PATH)} characters.`,
      'Name fewer steps: ..text finds a key at any depth.',
    )
  return fault(`"${key}": ${quote(value)} is not a path.`, pathHint(value))
}

function checkFlag(key: string, value: unknown): Fault | undefined {
  return typeof value === 'boolean' ? undefined : fault(`"${key}" is true or false.`)
}

function checkFieldsKey(value: unknown, rule: UnknownRule, { choice }: CheckContext): Fault | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return noFields(value)
  const { attribute } = splitCss(typeof rule.css === 'string' ? rule.css : '')
  if (attribute && !('path' in rule)) {
    const hint = `Take "@${attribute}" off "css"; or, if it holds JSON, add a "path" into that.`
    return fault('"fields" cannot be read from an attribute.', hint)
  }
  if (choice?.type === undefined) return undefined
  return fault(`"fields" yields an object, but the type is ${quote(choice.type)}.`)
}

function checkZip(value: unknown, rule: UnknownRule): Fault | undefined {
  if (!Array.isArray(value) || value.length < 2) return fault('"zip" is a list of two rules at least.')
  if (!('by' in rule)) return fault('"zip" needs "by".', 'The field in which objects of the lists agree.')
  return rule.all === true ? undefined : fault('"zip" yields a list.', 'Set "all" to true.')
}

function checkEmpty(value: unknown, rule: UnknownRule): Fault | undefined {
  if (!('fields' in rule)) return fault('"empty" goes with "fields".')
  return checkWord('empty', value, ['keep', 'drop'])
}

/** A list of objects can be given only one other shape. */
function checkShape(rule: UnknownRule): Fault | undefined {
  const hasObjects = [
    'fields',
    'zip',
    'any',
    'json',
    'jsonld',
    'script',
    'network',
    'microdata',
    'table',
  ].some(key => key in rule)
  if (!hasObjects) return fault('It shapes a list of objects.', 'Give the rule "fields".')
  return 'group_by' in rule && 'entries' in rule
    ? fault('"group_by" and "entries" do not go together.', 'Keep one of them.')
    : undefined
}

function checkEntries(value: unknown, rule: UnknownRule): Fault | undefined {
  const isPair = Array.isArray(value) && value.length === 2
  if (!isPair)
    return fault('"entries" is two fields: the one that names an entry, and the one that is its value.')
  return checkShape(rule) ?? value.map(path => checkPath('entries', path)).find(Boolean)
}

const FOLLOW_PLACE =
  'It adds to the object that they yield: {"css": ".item", "fields": {…}, "follow": {"link": "a@href", "fields": {…}}}.'

function checkFollowKey(value: unknown, rule: UnknownRule, { isInList }: CheckContext): Fault | undefined {
  if (!('fields' in rule)) return fault('"follow" goes with "fields".', FOLLOW_PLACE)
  const skips = isObject(value) && value.on_error === 'skip_item'
  if (skips && !isInList && rule.all !== true)
    return fault('"skip_item" leaves out an item of a list, and there is none around it.')
  return checkFollow(value)
}

function checkType(type: unknown, rule: UnknownRule, { choice }: CheckContext): Fault | undefined {
  if (!TYPES.includes(type as never)) {
    const similar = similarType(type, TYPES)
    const hint = `${similar === undefined ? '' : `Did you mean ${similar}? `}"type" is one of ${TYPES.join(', ')}.`
    return fault(`"type": ${quote(type)} is not a type.`, hint)
  }
  if ('fields' in rule) return fault('"type" does not go with "fields".', 'Give each field its type.')
  if (choice?.type !== undefined) return fault('"type" stands beside "any" already.', 'Keep one of them.')
}
