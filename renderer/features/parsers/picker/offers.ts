import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import type { OutputOf } from '../../../lib/client.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { typeOfRule, withType } from './rule-type.ts'

/** What the service says of chosen elements. */
export type Picked = OutputOf<'parser-selectors'>

/** A rule that is offered for what was chosen. */
export interface Offer {
  rule: JsonObject
  /** 0 to 1: how well it will hold. */
  score: number
  reasons: readonly string[]
}

/** What a person changes of an offer. */
export interface FieldEdits {
  /** Empty: as it is. */
  type: string
  /** Text, an attribute … */
  read: string
  required: boolean
  all: boolean
}

/**
 * Rules first that need no place in the page; then every selector that none of them uses. Selectors alone know what
 * must not match, so where anything is excluded, they are all that is offered.
 */
export function offersOf(picked: Picked, excludes: boolean): Offer[] {
  const { selectors, type, readings } = picked
  const rules = excludes ? [] : picked.rules
  const read = readings[0]?.read ?? 'text'
  const used = new Set(rules.map(({ rule }) => rule.css))
  const places = selectors
    .filter(({ css }) => !used.has(css))
    .map(({ css, score, reasons }) => ({ rule: ruleAt(css, type, read), score, reasons }))
  // A rule is JSON, though its type lists the keys instead.
  return [...(rules as unknown as Offer[]), ...places]
}

const ruleAt = (css: string, type: string, read: string): JsonObject => ({
  css,
  ...(read !== 'text' && { read }),
  ...(type !== 'string' && { type }),
})

/** What is changed of an offer before anything is. */
export const editsOf = ({ rule }: Offer, all: boolean): FieldEdits => ({
  type: typeOfRule(rule),
  read: typeof rule.read === 'string' ? rule.read : 'text',
  required: false,
  all: all || rule.all === true,
})

/** The rule of a field: an offer as it was changed. What is only a selector is written as one. */
export function ruleOf({ rule }: Offer, { type, read, required, all }: FieldEdits): Json {
  const { read: _, all: __, ...rest } = rule
  const made: JsonObject = {
    ...withType(rest, type),
    ...('css' in rule && read !== 'text' && { read }),
    ...(all && { all }),
    ...(required && { required }),
  }
  return typeof made.css === 'string' && Object.keys(made).length === 1 ? made.css : made
}

/** An offer in a few words: its selector, or its source with what it looks for there. */
export function wordsOfRule(rule: JsonObject): string {
  if (typeof rule.css === 'string') return rule.css || 'the item itself'
  if (Array.isArray(rule.any))
    return rule.any.map(one => (isRecord(one) ? wordsOfRule(one) : String(one))).join(', else ')
  const { type: _, read: __, all: ___, fields: ____, ...said } = rule
  return Object.entries(said)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
