import { compileWhere } from '../arrange.ts'
import { compileUrlPatterns } from '../paging/url-patterns.ts'
import {
  type Fault,
  fault,
  faultIfThrown,
  harmless,
  isObject,
  noFields,
  quote,
  type UnknownRule,
} from './fault.ts'
import type { ROOT_KEYS } from './keys.ts'
import { keyHint } from './similar-key.ts'

/** Most pages of one list, and most pages behind links. */
const MAX_PAGES = 100
const MAX_FOLLOWED = 500

/**
 * The keys of a schema and of its parts other than rules, each with the check of its value. Rules in them are checked by
 * the walk.
 */
type PartChecks<Key extends string = string> = Readonly<
  Record<Key, (value: unknown, part: UnknownRule) => Fault | undefined>
>

const PAGE_CHECKS: PartChecks<'description' | 'fields' | 'expect' | 'paginate' | 'follow'> = {
  description: value => (typeof value === 'string' ? undefined : fault('"description" is a text.')),
  fields: (value, part) => {
    const isEnough = isObject(value) && (Object.keys(value).length > 0 || 'pages' in part)
    return isEnough ? undefined : noFields(value)
  },
  expect: value => checkObject('expect', value, EXPECT_CHECKS),
  paginate: value => checkObject('paginate', value, PAGINATE_CHECKS) ?? checkNextPage(value as UnknownRule),
  follow: value => checkFollow(value),
}

export const ROOT_CHECKS: PartChecks<(typeof ROOT_KEYS)[number]> = {
  ...PAGE_CHECKS,
  version: value => (value === 1 ? undefined : fault('"version" is 1, the version of the language.')),
  strict: value => (typeof value === 'boolean' ? undefined : fault('"strict" is true or false.')),
  defs: value => (isObject(value) ? undefined : fault('"defs" is an object of rules by name.')),
  pages: value =>
    Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every(isObject)
      ? undefined
      : fault(
          '"pages" is a list of kinds of pages, 20 at most.',
          'Each an object with "match" and "fields".',
        ),
}

export const KIND_CHECKS: PartChecks = {
  ...PAGE_CHECKS,
  fields: value => (isObject(value) ? undefined : noFields(value)),
  name: value => (typeof value === 'string' && value ? undefined : fault('"name" is a text.')),
  match: value => checkObject('match', value, MATCH_CHECKS),
}

const checkRuleList = (key: string) => (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? undefined : fault(`"${key}" is a list of rules.`)
const acceptAny = () => undefined
const checkLimit = (most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most
    ? undefined
    : fault(`"limit" is a whole number from 1 to ${most}.`)
const checkWholeNumber = (key: string) => (value: unknown) =>
  Number.isSafeInteger(value) ? undefined : fault(`"${key}" is a whole number.`)

const EXPECT_CHECKS: PartChecks = { must: checkRuleList('must'), must_not: checkRuleList('must_not') }

const MATCH_CHECKS: PartChecks = {
  url_patterns: value =>
    Array.isArray(value) && value.length > 0
      ? (faultIfThrown('"url_patterns" cannot be used.', () => compileUrlPatterns(value as string[])) ??
        checkAddresses(value as string[]))
      : fault('"url_patterns" is a list of addresses with * for any text.'),
  expect: value => checkObject('expect', value, EXPECT_CHECKS),
}

/** Patterns are compared with whole addresses. */
function checkAddresses(patterns: string[]): Fault | undefined {
  const wrong = patterns.find(pattern => !/^(?:\*|https?(?:\*|:\/\/|:\*))/.test(pattern))
  return wrong === undefined
    ? undefined
    : harmless(
        `"url_patterns": no address begins like ${quote(wrong)}.`,
        `Begin with "https://" or with "*": ${quote(`*${wrong}`)}.`,
      )
}

const PAGINATE_CHECKS: PartChecks = {
  list: value => (typeof value === 'string' ? undefined : fault('"list" is the name of a field.')),
  next: acceptAny,
  cursor: acceptAny,
  param: value =>
    typeof value === 'string' && value
      ? undefined
      : fault('"param" is the name of a parameter of the address.'),
  start: checkWholeNumber('start'),
  step: checkWholeNumber('step'),
  limit: checkLimit(MAX_PAGES),
  until: value => faultIfThrown(`"until": ${quote(value)} cannot be used.`, () => compileWhere(value, true)),
}

const FOLLOW_CHECKS: PartChecks = {
  link: acceptAny,
  fields: value => (isObject(value) && Object.keys(value).length > 0 ? undefined : noFields(value)),
  expect: value => checkObject('expect', value, EXPECT_CHECKS),
  follow: value => checkFollow(value),
  limit: checkLimit(MAX_FOLLOWED),
  on_error: value =>
    ['null', 'skip_item', 'fail'].includes(value as string)
      ? undefined
      : fault('"on_error" is null, skip_item or fail.'),
}

/** Checks a key of a schema, or of a kind of pages. */
export function checkPart(key: string, part: UnknownRule, checks: PartChecks): Fault | undefined {
  const check = Object.hasOwn(checks, key) ? checks[key]! : null
  return check
    ? check(part[key], part)
    : fault(`Unknown key ${quote(key)}.`, keyHint(key, Object.keys(checks)))
}

function checkObject(name: string, value: unknown, checks: PartChecks): Fault | undefined {
  const keys = Object.keys(checks).join(', ')
  if (!isObject(value) || Object.keys(value).length === 0) return fault(`"${name}" is an object of: ${keys}.`)
  for (const key of Object.keys(value)) {
    const problem = checkPart(key, value, checks)
    if (problem) return { ...problem, error: `In "${name}": ${problem.error}` }
  }
  return undefined
}

/** Checks the `follow` of a rule or of a schema. */
export function checkFollow(value: unknown): Fault | undefined {
  const problem = checkObject('follow', value, FOLLOW_CHECKS)
  if (problem) return problem
  const missing = ['link', 'fields'].find(key => !(key in (value as UnknownRule)))
  return missing === undefined
    ? undefined
    : fault(`"follow" has no "${missing}".`, 'A rule for the address, and the fields of the page behind it.')
}

/** The next page is found by an address, by a number or by a cursor. */
function checkNextPage({ next, param, cursor, start, step }: UnknownRule): Fault | undefined {
  const hint = 'Either "next", or "param" with "start" and "step", or "param" with "cursor".'
  if ((next === undefined) === (param === undefined)) return fault('"paginate" needs one way to go on.', hint)
  if (cursor !== undefined && param === undefined) return fault('"cursor" goes with "param".', hint)
  const isCounted = param !== undefined && cursor === undefined
  if (!isCounted && (start !== undefined || step !== undefined))
    return fault('"start" and "step" count pages.', hint)
  return step === 0 ? fault('"step" is not 0.') : undefined
}
