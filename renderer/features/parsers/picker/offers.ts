import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { OutputOf } from '../../../lib/service/client.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { typeOfRule, withType } from './rule-type.ts'

/** The suggestions of the service for chosen elements. */
export type Picked = OutputOf<'parser-selectors'>

/** A rule that is suggested for the chosen elements. */
export interface Offer {
  rule: JsonObject
  /** 0 to 1: how reliable it is likely to be. */
  score: number
  reasons: readonly string[]
}

/** The user's changes of a suggestion. */
export interface FieldEdits {
  /** Empty for unchanged values. */
  type: string
  /** Text, an attribute … */
  read: string
  required: boolean
  all: boolean
}

/**
 * First the rules that do not depend on the layout, then the selectors that none of them uses. A rule finds the text, maybe at
 * another element, so where something else is read of the element, only its selectors are suggested. Only they respect
 * exclusions, too.
 */
export function offersOf(
  { selectors, rules, type, readings }: Picked,
  excludes: boolean,
  wanted?: string,
): Offer[] {
  const read = wanted ?? readings[0]?.read ?? 'text'
  // A rule is JSON, but its type lists the keys.
  const known = rules as unknown as Offer[]
  const kept = excludes ? [] : known.filter(({ rule }) => wanted === undefined || readOf(rule) === wanted)
  const used = new Set(kept.map(({ rule }) => rule.css))
  const places = selectors
    .filter(({ css }) => !used.has(css))
    .map(({ css, score, reasons }) => ({ rule: ruleAt(css, type, read), score, reasons }))
  return [...kept, ...places]
}

const readOf = ({ read }: JsonObject) => (typeof read === 'string' ? read : 'text')

/** What the type was guessed from. */
const TEXTS = ['text', 'own_text']

const ruleAt = (css: string, type: string, read: string): JsonObject => ({
  css,
  ...(read !== 'text' && { read }),
  ...(type !== 'string' && TEXTS.includes(read) && { type }),
})

/** The initial edits of a suggestion. */
export const editsOf = ({ rule }: Offer, all: boolean): FieldEdits => ({
  type: typeOfRule(rule),
  read: readOf(rule),
  required: false,
  all: all || rule.all === true,
})

/** The rule of a field from an edited suggestion; a plain selector is written as a string. */
export function ruleOf({ rule }: Offer, { type, read, required, all }: FieldEdits): Json {
  const { read: _, all: __, ...rest } = rule
  const edited: JsonObject = {
    ...withType(rest, type),
    ...('css' in rule && read !== 'text' && { read }),
    ...(all && { all }),
    ...(required && { required }),
  }
  return typeof edited.css === 'string' && Object.keys(edited).length === 1 ? edited.css : edited
}

/** A short description of a rule: its selector, or its source and what it looks for there. */
export function wordsOfRule(rule: JsonObject): string {
  if (typeof rule.css === 'string') return rule.css || 'the item itself'
  if (Array.isArray(rule.any))
    return rule.any.map(one => (isRecord(one) ? wordsOfRule(one) : String(one))).join(', else ')
  const { type: _, read: __, all: ___, fields: ____, ...said } = rule
  return Object.entries(said)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
