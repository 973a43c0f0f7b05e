import type { DocumentNode } from '../../../html/document.ts'
import type { Json } from '../../parser-schema.ts'
import { ancestorsOf } from '../page/nodes.ts'
import { compact } from '../page/text-lengths.ts'
import { affixCandidates } from './affixes.ts'
import { nameInCss } from './anchors.ts'
import type { Candidate } from './candidate.ts'
import { type FieldCase, scopeOf } from './case.ts'
import { countedPathsOf } from './counted-paths.ts'
import { type CssPath, cssPathsOf } from './css-paths.ts'
import { cssRule } from './css-rule.ts'
import { factCandidatesOf } from './fact-candidates.ts'
import { findHits, type Hit } from './find-hits.ts'
import { type Guess, typeKeys } from './guess-type.ts'
import { labelPathsOf } from './labels.ts'
import { queryCandidates } from './query-values.ts'

/** The bonus of a reading compared with text: some attributes are meant for machines, others only describe. */
const READING_BONUS: Readonly<Record<string, number>> = {
  text: 0,
  image: 0,
  own_text: -0.04,
  '@content': 0.02,
  '@datetime': 0.03,
  '@alt': -0.12,
  '@title': -0.15,
  '@aria-label': -0.1,
}
/** Other attributes are meant for scripts, and repeat what is shown in words of their own. */
const OTHER_ATTRIBUTE = -0.15

const bonusOf = (read: string, { type }: Guess) =>
  READING_BONUS[read] ?? (type === 'url' ? 0 : OTHER_ATTRIBUTE)

/**
 * Returns rules that may find the single value of a place. With `innermost`, an element counts only if no element inside it
 * has the value, too.
 */
export function candidatesOf(fieldCase: FieldCase, guess: Guess, innermost = false): Candidate[] {
  const { wanted, node } = fieldCase
  if (wanted === null || typeof wanted === 'object') return []
  const allHits = withoutWide(fieldCase, findHits(fieldCase, guess))
  const hits = innermost ? innermostOf(fieldCase, allHits) : allHits
  const found = [
    ...(node === null ? factCandidatesOf(fieldCase, guess) : columnCandidates(fieldCase, guess)),
    ...hits.flatMap(hit => [
      ...cssCandidates(fieldCase, hit, guess),
      ...labelCandidates(fieldCase, hit, guess),
    ]),
    ...hits.flatMap(hit => longCandidates(fieldCase, hit, guess)),
    ...queryCandidates(fieldCase, guess),
  ]
  return found.length > 0 ? found : affixCandidates(fieldCase, guess)
}

function innermostOf({ page: { html } }: FieldCase, hits: Hit[]): Hit[] {
  const ancestors = new Set(hits.flatMap(({ node }) => ancestorsOf(html, node, null)))
  return hits.filter(({ node }) => !ancestors.has(node))
}

/** The number of characters beside a value that is more than a unit and a word or two. */
const WIDE = 15

/**
 * Drops hits with much more text than the value if an element inside them has less. Otherwise a rule would read the first
 * number of a long text, which is another one on the next page.
 */
function withoutWide(fieldCase: FieldCase, hits: Hit[]): Hit[] {
  const { html, lengths } = fieldCase.page
  const isLonger = (around: DocumentNode, node: DocumentNode) => lengths().get(around) !== lengths().get(node)
  const longer = new Set(
    hits.flatMap(({ node }) =>
      ancestorsOf(html, node, fieldCase.node).filter(around => isLonger(around, node)),
    ),
  )
  return hits.filter(hit => !longer.has(hit.node) || extraCharacters(fieldCase, hit) < WIDE)
}

function cssCandidates(fieldCase: FieldCase, { node, read }: Hit, guess: Guess): Candidate[] {
  const { page, wanted } = fieldCase
  const scope = scopeOf(fieldCase)
  const bonus = bonusOf(read, guess) - extraTextPenalty(fieldCase, { node, read })
  if (node === scope)
    return [itemCandidate(read, guess, bonus, extraTextPenalty(fieldCase, { node, read }) > 0)]
  const wantedText = compact(String(wanted))
  const paths = [
    ...cssPathsOf(page.html, node, scope, wantedText),
    ...countedPathsOf(fieldCase, node, wantedText),
  ]
  return paths.map(({ css, pick, score, reasons }: CssPath & { pick?: number }) => ({
    rule: { ...cssRule(css, read, guess), ...(pick !== undefined && { pick }) },
    score: score + bonus,
    reasons,
  }))
}

/**
 * A rule that reads the item itself. If the item has more text than the value, any element in it with only the value is
 * preferred.
 */
function itemCandidate(read: string, guess: Guess, bonus: number, saysMore: boolean): Candidate {
  const score = saysMore ? 0.05 : 0.85 + bonus
  return { rule: cssRule('', read, guess), score, reasons: ['the item itself has it'] }
}

/** The penalty of text beside a value: a number or a date read from a longer text may be another one on the next page. */
function extraTextPenalty(fieldCase: FieldCase, hit: Hit): number {
  const extra = extraCharacters(fieldCase, hit)
  return extra > 2 ? Math.min(0.4, 0.1 + 0.02 * extra) : 0
}

/** Returns the number of characters that an element has beside the value. */
const extraCharacters = ({ page, wanted }: FieldCase, { node, read }: Hit): number =>
  read === 'text' ? (page.lengths().get(node) ?? 0) - compact(String(wanted)).length : 0

/** Shorter texts among paragraphs are dates or captions. */
const LONG_TEXT = 80
const FIRST_LONG_TEXT: Json[] = [{ regex: `(?s)^.{${LONG_TEXT},}$` }, 'compact', { nth: 0 }]

/** Returns rules for the first long paragraph of an element, whatever short paragraphs precede it on the next page. */
function longCandidates(
  { page, node: scope, wanted }: FieldCase,
  { node, read }: Hit,
  guess: Guess,
): Candidate[] {
  const wantedText = compact(String(wanted))
  const isLong = scope === null && guess.type === 'string' && wantedText.length >= LONG_TEXT
  if (!isLong || read !== 'text' || page.html.elementName(node) !== 'p') return []
  return cssPathsOf(page.html, node, null, wantedText)
    .filter(({ css }) => !css.includes(':nth-of-type('))
    .map(({ css, score, reasons }) => ({
      rule: { css, all: true, transform: FIRST_LONG_TEXT },
      score: score - 0.05,
      reasons: [...reasons, 'it is the first long one'],
    }))
}

function labelCandidates(fieldCase: FieldCase, hit: Hit, guess: Guess): Candidate[] {
  return labelPathsOf(fieldCase, hit).map(({ xpath, score, reasons }) => ({
    rule: { xpath, ...typeKeys(guess) },
    score,
    reasons,
  }))
}

/** Returns rules for a value in a table row: the cell below a heading, or an element in that cell. */
function columnCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const { page, cells } = fieldCase
  if (!cells) return []
  const presentCells = [...cells].filter((entry): entry is [string, DocumentNode] => entry[1] !== undefined)
  return presentCells.flatMap(([column, cell]) =>
    findHits({ ...fieldCase, node: cell }, guess).map(({ node, read }) => ({
      rule: { column, ...innerRule(fieldCase, cell, node, read, guess) },
      score: node === cell ? 0.85 : 0.8 - 0.02 * ancestorsOf(page.html, node, cell).length,
      reasons: [`it stands below the heading ${JSON.stringify(column)}`],
    })),
  )
}

function innerRule({ page }: FieldCase, cell: DocumentNode, node: DocumentNode, read: string, guess: Guess) {
  if (node === cell && read === 'text') return typeKeys(guess)
  return cssRule(node === cell ? '' : nameInCss(page.html.elementName(node)!), read, guess)
}
