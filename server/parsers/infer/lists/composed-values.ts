import type { DocumentNode } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { cssPathsOf } from '../rules/css-paths.ts'
import { cssRule } from '../rules/css-rule.ts'
import type { Guess } from '../rules/guess-type.ts'
import { findSplit, partsOfWanted } from '../rules/joined-texts.ts'
import { valueTestFor } from '../rules/same-value.ts'
import { listCandidatesOf } from './list-candidates.ts'
import { LINES } from './plain-items.ts'

/** Returns rules for a text whose parts the page shows in separate elements: `Dinner, Pasta` as two links. */
export function joinedCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const wantedParts =
    typeof fieldCase.wanted === 'string' && guess.type === 'string' ? partsOfWanted(fieldCase.wanted) : null
  if (!wantedParts) return []
  const lists = listCandidatesOf({ ...fieldCase, wanted: wantedParts.parts }, guess)
  return lists
    .filter(({ rule }) => rule.css !== undefined && rule.transform === undefined)
    .map(({ rule, score, reasons }) => ({
      rule: { ...rule, transform: [{ join: wantedParts.joint }] },
      score: score - 0.04,
      reasons: [...reasons, 'its parts are joined'],
    }))
}

const MAX_HOLDERS = 2
const MAX_PATHS = 12
/** The number of characters, per part, that a text may have between its parts. */
const MAX_BETWEEN = 6

/** Returns rules for a list that a page shows as one text: `1. Peel them. 2. Cut them.` */
export function splitCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const wanted = fieldCase.wanted as Json[]
  if (wanted.length < 2 || fieldCase.node !== null) return []
  const says = wanted.map(value => valueTestFor(fieldCase.page, value, guess))
  const isSaid = (parts: string[]) =>
    parts.length === says.length && parts.every((part, at) => says[at]!(part))
  return holdersOf(fieldCase, wanted).flatMap(node => {
    const textSplit = findSplit([readText(fieldCase.page.html, node)], isSaid)
    const read = textSplit ? 'text' : 'html'
    const transform = textSplit ? [{ split: textSplit.split }] : [...LINES]
    return cssPathsOf(fieldCase.page.html, node, null)
      .filter(({ css }) => textSplit !== undefined || !css.includes(':nth-of-type('))
      .slice(0, MAX_PATHS)
      .map(({ css, score, reasons }) => ({
        rule: { ...cssRule(css, read, guess), all: true, transform },
        score: score - 0.06,
        reasons: [...reasons, textSplit ? 'its text is split' : 'each of its lines is an item'],
      }))
  })
}

/**
 * Returns the elements whose text is little longer than all values together, and contains the first and the last of them.
 */
function holdersOf({ page }: FieldCase, wanted: Json[]): DocumentNode[] {
  const texts = wanted.map(value => compact(String(value)))
  const minLength = texts.join('').length
  const fits = (length: number) => length >= minLength && length <= minLength + MAX_BETWEEN * texts.length
  return page
    .speaking()
    .filter(([, length]) => fits(length))
    .filter(([node]) => {
      const text = compact(readText(page.html, node))
      return text.includes(texts[0]!) && text.includes(texts.at(-1)!)
    })
    .slice(0, MAX_HOLDERS)
    .map(([node]) => node)
}
