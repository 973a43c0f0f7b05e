import { shortText } from '../../base/text/cut-text.ts'
import type { Fields, Rule, RuleObject } from '../parser-schema.ts'

/** A part of another tool's schema that could not be converted, or only partly. */
export interface ImportLoss {
  /** The path in that schema: `fields[2].transform`. */
  at: string
  reason: string
}

/** The current path in the other schema, and a function that reports losses. */
export interface ImportPosition {
  at: string
  reportLoss(reason: string, at?: string): void
}

/** Nobody reads a longer list. */
const MAX_LOSSES = 1_000

/** The maximum number of characters of a path and of a reason, which contain names of the other schema. */
const MAX_LENGTHS = { at: 500, reason: 300 }

export const startPosition = (losses: ImportLoss[]): ImportPosition => ({
  at: '',
  reportLoss(reason, path = '') {
    if (losses.length === MAX_LOSSES) return
    losses.push({ at: shortText(path, MAX_LENGTHS.at), reason: shortText(reason, MAX_LENGTHS.reason) })
  },
})

/** Returns the position of a nested path. */
export const childPosition = (position: ImportPosition, step: string): ImportPosition => {
  const at = position.at === '' ? step.replace(/^\./, '') : position.at + step
  return { at, reportLoss: (reason, path = at) => position.reportLoss(reason, path) }
}

/** Converts each rule of an object, without those that cannot be converted. */
export function convertFields(
  foreign: object,
  position: ImportPosition,
  ruleOf: (foreign: unknown, position: ImportPosition) => Rule | null,
): Fields {
  const entries = Object.entries(foreign).map(([name, rule]) => [
    name,
    ruleOf(rule, childPosition(position, `.${name}`)),
  ])
  return Object.fromEntries(entries.filter(([, rule]) => rule !== null))
}

/** Reports keys that have no counterpart here. */
export function reportUnknown(position: ImportPosition, foreign: object, known: readonly string[]): void {
  for (const key of Object.keys(foreign))
    if (!known.includes(key))
      childPosition(position, `.${key}`).reportLoss(`There is no counterpart of "${key}".`)
}

/** Returns a rule in its short form if it is only a selector. */
export function shortForm(rule: RuleObject): Rule {
  const keys = Object.keys(rule)
  return keys.length === 1 && rule.css !== undefined ? rule.css : rule
}

/** Returns the rule for a selector of another tool: XPath if it starts with a slash, optionally after one or two dots. */
export const selectorRule = (selector: string): RuleObject =>
  /^\.{0,2}\//.test(selector.trim()) ? { xpath: selector } : { css: selector }
