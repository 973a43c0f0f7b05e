import type { PageView } from '../page-view.ts'
import type { JsonObject } from '../parser-schema.ts'
import { NO_PART, type Pattern, type PatternMatch, whyNoMatch } from '../values/pattern.ts'
import { noValue, type ReadResult } from '../values/reading.ts'
import { type ReadMethod, readNode } from './css-source.ts'
import { readItem } from './json-source.ts'
import type { CompiledSource, Scope } from './source.ts'

interface RegexOptions {
  pattern: Pattern
  /** The group that is the value. By default the first group, or the whole match if there is none. */
  group: number | string | undefined
  how: ReadMethod
  /** Makes an object of the groups of each match, for fields to read. */
  fields: boolean
  limit: number
}

/** Finds a pattern in the text of the scope, or in its HTML. */
export function regexSource({ pattern, group, how, fields, limit }: RegexOptions): CompiledSource {
  const missing = whyNoMatch(pattern)
  return {
    find(scope, page) {
      const { value: text, reason } = textOf(scope, page, how)
      if (typeof text !== 'string') return reason ?? 'there is no text to look in'
      const found = pattern.find(text, limit)
      if (found.length === 0) return missing
      return found.map(match => ({
        node: scope.node,
        item: fields ? groupsOf(match) : matchedText(match, group),
      }))
    },
    read: found => (found.item === null ? noValue(NO_PART) : readItem(found)),
  }
}

/** The text to search. For the whole page, it is the page as received if that is JSON or if its HTML is requested. */
function textOf(scope: Scope, page: PageView, how: ReadMethod): ReadResult {
  if (scope.item !== undefined) return textOfItem(scope)
  const isAsItCame = scope.node === null && (how.word.endsWith('html') || page.json() !== undefined)
  return isAsItCame ? { value: page.text() } : readNode(scope, page, how)
}

function textOfItem({ item }: Scope): ReadResult {
  if (typeof item === 'object') return noValue('the current value is JSON, not text')
  return { value: String(item) }
}

const matchedText = (match: PatternMatch, group: number | string | undefined) =>
  (typeof group === 'string'
    ? match.named[group]
    : match.groups[group ?? Math.min(1, match.groups.length - 1)]) ?? null

const groupsOf = ({ groups, named }: PatternMatch): JsonObject => ({
  ...Object.fromEntries(groups.entries()),
  ...named,
})
