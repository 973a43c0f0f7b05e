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
 * First the rules that do not depend on the layout, then the selectors that none of them uses. Only selectors respect
 * exclusions, so with exclusions only selectors are suggested.
 */
export function offersOf(picked: Picked, excludes: boolean): Offer[] {
  const { selectors, type, readings } = picked
  const rules = excludes ? [] : picked.rules
  const read = readings[0]?.read ?? 'text'
  const used = new Set(rules.map(({ rule }) => rule.css))
  const places = selectors
    .filter(({ css }) => !used.has(css))
    .map(({ css, score, reasons }) => ({ rule: ruleAt(css, type, read), score, reasons }))
  // A rule is JSON, but its type lists the keys.
  return [...(rules as unknown as Offer[]), ...places]
}

const ruleAt = (css: string, type: string, read: string): JsonObject => ({
  css,
  ...(read !== 'text' && { read }),
  ...(type !== 'string' && { type }),
})

/** The initial edits of a suggestion. */
export const editsOf = ({ rule }: Offer, all: boolean): FieldEdits => ({
  type: typeOfRule(rule),
  read: typeof rule.read === 'string' ? rule.read : 'text',
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
