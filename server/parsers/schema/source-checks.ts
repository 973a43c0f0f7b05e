import { AttributeAction, type AttributeSelector, type Selector, SelectorType } from 'css-what'
import { groupDigits } from '../../base/counted.ts'
import { nearestName } from '../../base/fields/nearest-name.ts'
import { hasTooManySteps, MAX_STEPS, stepsOf } from '../../html/select/steps.ts'
import { compileCss, parseSelector } from '../../html/strict/compile-css.ts'
import { READ_WORDS } from '../html/node-readers.ts'
import { parsePath } from '../json/json-path.ts'
import { namesIn } from '../sources/page-sources.ts'
import { compilePattern, hasGroup } from '../values/pattern.ts'
import { partsOfUrl } from '../values/read-url.ts'
import { compileXPath, kindOfXPath } from '../xpath/compile-xpath.ts'
import {
  type CheckContext,
  type Fault,
  fault,
  faultIfThrown,
  harmless,
  quote,
  type UnknownRule,
} from './fault.ts'
import { FORMAT_KEYS } from './keys.ts'
import { xpathHint } from './path-hints.ts'
import { isXmlName, selectorHint } from './selector-hints.ts'

/** The maximum number of characters in a selector. */
const MAX_SELECTOR = 4_000

const ONE_TEXT = 'Several selectors are one text with commas: "h1, h2".'
const SHORTEN = 'Use a class or an id in place of a path.'

export function checkSelector(key: string, css: unknown): Fault | undefined {
  if (typeof css !== 'string')
    return fault(`"${key}" is a selector, as text.`, Array.isArray(css) ? ONE_TEXT : undefined)
  if (css.length > MAX_SELECTOR)
    return fault(`"${key}" has at most ${groupDigits(MAX_SELECTOR)} characters.`, SHORTEN)
  const error = `"${key}": ${quote(css)} is not a valid selector.`
  let isTooLong = false
  let isInVain = false
  const problem = faultIfThrown(error, () => {
    const selectors = parseSelector(css)
    isTooLong = hasTooManySteps(selectors)
    isInVain = selectors.some(matchesNothing)
    // A plain path was validated while it was read; every other selector has to be compiled.
    if (!stepsOf(selectors)) compileCss(css)
  })
  if (problem) return { ...problem, hint: selectorHint(css) ?? problem.hint! }
  if (isInVain) return harmless(error, selectorHint(css))
  if (!isTooLong) return undefined
  return fault(`"${key}" has at most ${MAX_STEPS} steps.`, SHORTEN)
}

/** States of an element under a pointer, which no page that is read has. */
const STATES = ['hover', 'active', 'visited']

const matchesNothing = (steps: readonly Selector[]): boolean =>
  steps.some((step, index) =>
    step.type === SelectorType.Pseudo
      ? STATES.includes(step.name) || isXmlName(tagOf(steps[index - 1]), step.name)
      : isCutName(step, steps[index - 1]),
  )

const tagOf = (step: Selector | undefined): string => (step?.type === SelectorType.Tag ? step.name : '')

/** Whether a class such as `p-2.5` or `w-[100px]` was read as two conditions, which no element fulfils. */
function isCutName(step: Selector, before: Selector | undefined): boolean {
  if (!isClass(before) || step.type !== SelectorType.Attribute) return false
  return isClass(step) ? /\d$/.test(before.value) && /^\d/.test(step.value) : before.value.endsWith('-')
}

const isClass = (step: Selector | undefined): step is AttributeSelector =>
  step?.type === SelectorType.Attribute && step.name === 'class' && step.action === AttributeAction.Element

export function checkXPath(xpath: unknown): Fault | undefined {
  if (typeof xpath !== 'string') return fault('"xpath" is an XPath, as text.')
  const error = `"xpath": ${quote(xpath)} is not an XPath 1.0 expression that can be read here.`
  const problem = faultIfThrown(error, () => compileXPath(xpath))
  if (problem) return { ...problem, hint: xpathHint(xpath) ?? problem.hint! }
  return FROM_ZERO.test(xpath.replace(QUOTED, ''))
    ? harmless(`"xpath": ${quote(xpath)} finds nothing.`, 'Positions count from 1: the first is "[1]".')
    : undefined
}

const FROM_ZERO = /\[\s*0\s*\]/
const QUOTED = /"[^"]*"|'[^']*'/g

export function checkPattern(key: string, pattern: unknown): Fault | undefined {
  if (typeof pattern !== 'string' || pattern === '') return fault(`"${key}" is a pattern, as text.`)
  return faultIfThrown(`"${key}": ${quote(pattern)} is not a valid RE2 pattern.`, () =>
    compilePattern(pattern),
  )
}

const URL_PARTS = Object.keys(partsOfUrl('https://shop.example/')!)

/** Names of scripts and other tools for parts of an address. */
const FOREIGN_PARTS: Readonly<Record<string, string>> = {
  pathname: 'path',
  hostname: 'host',
  domain: 'host',
  scheme: 'protocol',
  search: 'query',
  params: 'query',
  hash: 'fragment',
}

/** Checks that a path leads into a part that addresses have. */
export function checkUrlPart(path: string): Fault | undefined {
  const [part] = parsePath(path)!
  if (typeof part !== 'string' || URL_PARTS.includes(part)) return undefined
  const suggestion = Object.hasOwn(FOREIGN_PARTS, part) ? FOREIGN_PARTS[part]! : nearestName(part, URL_PARTS)
  const hint = suggestion === null ? `Parts: ${URL_PARTS.join(', ')}.` : `Did you mean "${suggestion}"?`
  return harmless(`"url": an address has no part ${quote(part)}.`, hint)
}

export function checkColumn(column: unknown): Fault | undefined {
  const isNumber = Number.isSafeInteger(column) && (column as number) > 0
  const isName = typeof column === 'string' && column.trim() !== ''
  return isNumber || isName ? undefined : fault('"column" is the name of a column, or its number from 1.')
}

export function checkParent(path: unknown, _: UnknownRule, { names = [] }: CheckContext): Fault | undefined {
  const [name] = (typeof path === 'string' ? parsePath(path) : null) ?? []
  if (typeof name !== 'string')
    return fault('"parent" is the name of a field of an object around, or a path in it.')
  return names.slice(1).some(known => known.has(name))
    ? undefined
    : fault(`No object around has a field ${quote(name)}.`)
}

export function checkTemplate(
  template: unknown,
  _: UnknownRule,
  { names = [] }: CheckContext,
): Fault | undefined {
  const used = typeof template === 'string' ? [...new Set(namesIn(template))] : []
  const hint = 'Such as "${brand} ${model}", from fields of the same object or of one around it.'
  if (used.length === 0) return fault('"template" is a text with names of fields in it.', hint)
  const unknown = used.find(name => !names.some(known => known.has(name)))
  return unknown === undefined
    ? undefined
    : fault(`"template": there is no field ${quote(unknown)} here.`, hint)
}

const TALLIES = ['count', 'exists']

/** Keys that choose, change or check values, which a rule that counts does not read. */
const BESIDE_NO_TALLY = ['all', 'pick', 'limit', 'type', 'default', 'remove']
const IDLE_BESIDE_TALLY = ['any', 'where', 'transform', 'on_error', ...FORMAT_KEYS]

export function checkRead(read: unknown, rule: UnknownRule): Fault | undefined {
  const words = 'regex' in rule ? ['text', 'own_text', 'html'] : [...READ_WORDS, ...TALLIES]
  const isAttribute = typeof read === 'string' && /^@[\w:-]+$/.test(read)
  if (!isAttribute && !words.includes(read as string)) {
    return fault(
      `"read": ${quote(read)} cannot be read.`,
      `One of ${words.join(', ')}, or an attribute: @href.`,
    )
  }
  if ('fields' in rule) return fault('"read" does not go with "fields".', 'Give each field its "read".')
  if (typeof rule.css === 'string' && /@[\w:-]+$/.test(rule.css))
    return fault('"css" names an attribute already.', 'Keep one of them.')
  const kind =
    read !== 'text' && checkXPath(rule.xpath) === undefined ? kindOfXPath(rule.xpath as string) : 'nodes'
  if (kind !== 'nodes')
    return harmless(
      `"read": this XPath computes a ${kind}, of which only "text" can be read.`,
      'Leave out "read".',
    )
  if (!TALLIES.includes(read as string)) return undefined
  const beside = (key: string) => `"${key}" does not go with "read": ${quote(read)}.`
  const needless = BESIDE_NO_TALLY.find(key => key in rule)
  if (needless !== undefined) return fault(beside(needless))
  const idle = IDLE_BESIDE_TALLY.find(key => key in rule)
  return idle === undefined ? undefined : harmless(beside(idle))
}

export function checkGroup(group: unknown, { regex, fields }: UnknownRule): Fault | undefined {
  if (fields !== undefined)
    return fault('"group" does not go with "fields".', 'Fields read groups: {"json": "name"}.')
  const known = checkPattern('regex', regex) ? null : compilePattern(regex as string)
  if (!known || hasGroup(known, group)) return undefined
  return fault(
    `"group": the pattern has no group ${quote(group)}.`,
    'The number of a group, or its name: (?<name>…).',
  )
}

export function checkWord(key: string, value: unknown, words: string[]): Fault | undefined {
  return words.includes(value as string) ? undefined : fault(`"${key}" is one of ${words.join(', ')}.`)
}

export function checkPick(pick: unknown, rule: UnknownRule): Fault | undefined {
  if (pick !== 'first' && pick !== 'last' && !Number.isSafeInteger(pick)) {
    return fault('"pick" is first, last, or an index from 0, from the end when negative.')
  }
  return rule.all === true
    ? fault('"pick" takes one match, and "all" takes all.', 'Keep one of them.')
    : undefined
}
