import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { OutputOf } from '../../../lib/service/client.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { typeOfRule, withType } from './rule-type.ts'

/** The suggestions of the service for chosen elements. */
export type PickSuggestions = OutputOf<'parser-selectors'>

/** A rule that is suggested for the chosen elements. */
export interface RuleOffer {
  rule: JsonObject
  /** From 0 to 1: how reliable it is likely to be. */
  score: number
  reasons: readonly string[]
}

/** The user's changes of a suggestion. */
export interface FieldEdits {
  /** The type; empty to leave values unchanged. */
  type: string
  /** What is read of the element: its text, an attribute, … */
  read: string
  required: boolean
  all: boolean
}

/**
 * Returns the suggested rules: first those that do not depend on the layout, then the selectors that none of them uses. A
 * rule may find the text in another element, so if another reading than the text is wanted, only the selectors are
 * suggested. Rules also ignore exclusions, so with exclusions only selectors are suggested.
 */
export function offersOf(
  { selectors, rules, type, readings }: PickSuggestions,
  excludes: boolean,
  requestedRead?: string,
): RuleOffer[] {
  const read = requestedRead ?? readings[0]?.read ?? 'text'
  // The rules are JSON. Their declared type lists the keys, hence the cast.
  const ruleOffers = rules as unknown as RuleOffer[]
  const usableOffers = excludes
    ? []
    : ruleOffers.filter(({ rule }) => requestedRead === undefined || readOf(rule) === requestedRead)
  const usedSelectors = new Set(usableOffers.map(({ rule }) => rule.css))
  const selectorOffers = selectors
    .filter(({ css }) => !usedSelectors.has(css))
    .map(({ css, score, reasons }) => ({ rule: selectorRule(css, type, read), score, reasons }))
  return [...usableOffers, ...selectorOffers]
}

const readOf = ({ read }: JsonObject) => (typeof read === 'string' ? read : 'text')

/** The readings that the type was guessed from. */
const TEXT_READINGS = ['text', 'own_text']

const selectorRule = (css: string, type: string, read: string): JsonObject => ({
  css,
  ...(read !== 'text' && { read }),
  ...(type !== 'string' && TEXT_READINGS.includes(read) && { type }),
})

/** Returns the initial edits of a suggestion. */
export const editsOf = ({ rule }: RuleOffer, all: boolean): FieldEdits => ({
  type: typeOfRule(rule),
  read: readOf(rule),
  required: false,
  all: all || rule.all === true,
})

/** Builds the rule of a field from an edited suggestion. A bare selector becomes a string. */
export function ruleOf({ rule }: RuleOffer, { type, read, required, all }: FieldEdits): Json {
  const { read: _, all: __, ...rest } = rule
  const edited: JsonObject = {
    ...withType(rest, type),
    ...('css' in rule && read !== 'text' && { read }),
    ...(all && { all }),
    ...(required && { required }),
  }
  return typeof edited.css === 'string' && Object.keys(edited).length === 1 ? edited.css : edited
}

/** Describes a rule briefly: by its selector, or its source and what it looks for. */
export function describeRule(rule: JsonObject): string {
  if (typeof rule.css === 'string') return rule.css || 'the item itself'
  if (Array.isArray(rule.any))
    return rule.any.map(one => (isRecord(one) ? describeRule(one) : String(one))).join(', else ')
  const { type: _, read: __, all: ___, fields: ____, ...describedKeys } = rule
  return Object.entries(describedKeys)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
