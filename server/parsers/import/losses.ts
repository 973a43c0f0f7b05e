import { shortText } from '../../base/text/cut-text.ts'
import type { Rule, RuleObject } from '../parser-schema.ts'

/** What a schema of another tool says that could not be carried over, or only in part. */
export interface Loss {
  /** Where it stands there: `fields[2].transform`. */
  at: string
  reason: string
}

/** Where something stands in the other schema, and what reports what is lost. */
export interface Passage {
  at: string
  reportLoss(reason: string, at?: string): void
}

/** More are no longer read by anyone. */
const MAX_LOSSES = 1_000

/** Characters of a place and of a reason, in which names of the other schema stand. */
const MOST_SHOWN = { at: 500, reason: 300 }

export const startPassage = (losses: Loss[], at = ''): Passage => ({
  at,
  reportLoss(reason, place = at) {
    if (losses.length === MAX_LOSSES) return
    losses.push({ at: shortText(place, MOST_SHOWN.at), reason: shortText(reason, MOST_SHOWN.reason) })
  },
})

/** The same for what lies inside. */
export const inside = (passage: Passage, step: string): Passage => {
  const at = passage.at === '' ? step.replace(/^\./, '') : passage.at + step
  return { at, reportLoss: (reason, place = at) => passage.reportLoss(reason, place) }
}

/** Reports keys that mean something there and nothing here. */
export function reportUnknown(passage: Passage, written: object, known: readonly string[]): void {
  for (const key of Object.keys(written))
    if (!known.includes(key)) inside(passage, `.${key}`).reportLoss(`There is no counterpart of "${key}".`)
}

/** A rule that is only a selector, in its short form. */
export function shortest(rule: RuleObject): Rule {
  const keys = Object.keys(rule)
  return keys.length === 1 && rule.css !== undefined ? rule.css : rule
}

/** A selector as other tools write it: XPath where it starts with a slash, or with a dot and one. */
export const selectorRule = (selector: string): RuleObject =>
  /^\.{0,2}\//.test(selector.trim()) ? { xpath: selector } : { css: selector }
