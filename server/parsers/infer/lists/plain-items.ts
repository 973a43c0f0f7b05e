import type { DocumentNode } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import type { Json, RuleObject } from '../../parser-schema.ts'
import { areRight, judge } from '../judge.ts'
import { ancestorsOf } from '../page/nodes.ts'
import { compact } from '../page/text-lengths.ts'
import { anchorsOf } from '../rules/anchors.ts'
import type { FieldCase } from '../rules/case.ts'

/** The maximum length of an element, relative to the texts of the list in it. */
const MAX_LENGTH_RATIO = 1.5
const MAX_HOLDERS = 40
const MAX_AROUND = 4
const MIN_STURDY = 0.7
/** Many elements may contain a shorter list. */
const MIN_ITEMS = 3

/** Transforms that turn the HTML of an element into texts, one for each of its lines. */
export const LINES: readonly Json[] = [
  { split: { pattern: '(?i)<br[^>]*>' } },
  'strip_tags',
  'collapse',
  'compact',
]
/** Removes `Step 2` before a text, which a page may show in a separate element. */
const WITHOUT_NUMBER: Json = {
  replace: { pattern: '^\\p{L}{3,12} \\d{1,2}(?:[.:)] ?)?(\\p{Lu})', with: '$1' },
}

/**
 * Returns a rule for pages that write a list differently than the examples: every paragraph, item and line of the element
 * that contains it. Null if the element has no name, or if the rule does not find exactly the wanted texts in all examples.
 */
export function plainItems(cases: FieldCase[]): RuleObject | null {
  const lists = cases.filter(({ wanted }) => Array.isArray(wanted))
  const [first] = lists
  if (
    first === undefined ||
    lists.some(({ node, wanted }) => node !== null || (wanted as Json[]).length < MIN_ITEMS)
  )
    return null
  const found = namesAround(first).map(
    (css): RuleObject => ({
      css: `${css} :is(li, p):not(:has(li, p))`,
      read: 'html',
      all: true,
      transform: [...LINES, WITHOUT_NUMBER],
    }),
  )
  return found.find(rule => isRight(rule, cases)) ?? null
}

function namesAround(fieldCase: FieldCase): string[] {
  const { html } = fieldCase.page
  const holder = smallestHolder(fieldCase)
  if (holder === null) return []
  return [holder, ...ancestorsOf(html, holder, null)].slice(0, MAX_AROUND).flatMap(node =>
    anchorsOf(html, node)
      .filter(({ sturdy }) => sturdy >= MIN_STURDY)
      .slice(0, 2)
      .map(({ css }) => css),
  )
}

/** Returns the smallest element that contains all wanted texts in their order. */
function smallestHolder({ page, wanted }: FieldCase): DocumentNode | null {
  const texts = (wanted as Json[]).map(value => compact(String(value)))
  const minLength = texts.join('').length
  const holders = [...page.lengths()]
    .filter(([, length]) => length >= minLength && length <= MAX_LENGTH_RATIO * minLength)
    .sort((a, b) => a[1] - b[1])
    .slice(0, MAX_HOLDERS)
  const found = holders.find(([node]) => containsInOrder(compact(readText(page.html, node)), texts))
  return found?.[0] ?? null
}

function containsInOrder(whole: string, texts: string[]): boolean {
  let end = 0
  return texts.every(text => {
    const start = whole.indexOf(text, end)
    end = start + text.length
    return start >= 0
  })
}

function isRight(rule: RuleObject, cases: FieldCase[]): boolean {
  const expected = { values: cases.map(({ wanted }) => wanted), match: 'whole' as const }
  const verdicts = judge(rule, cases, expected)
  return verdicts !== null && areRight(verdicts)
}
