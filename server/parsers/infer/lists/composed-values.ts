import type { DocumentNode } from '../../../html/document.ts'
import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import { cssPathsOf } from '../rules/css-paths.ts'
import { cssRule } from '../rules/css-rule.ts'
import type { Guess } from '../rules/guess-type.ts'
import { partingOf, partsOfWanted } from '../rules/joined-texts.ts'
import { sayer } from '../rules/same-value.ts'
import { listCandidatesOf } from './list-candidates.ts'
import { LINES } from './plain-items.ts'

/** Returns rules for a text whose parts the page shows in separate elements: `Dinner, Pasta` as two links. */
export function joinedCandidates(one: FieldCase, guess: Guess): Candidate[] {
  const made = typeof one.wanted === 'string' && guess.type === 'string' ? partsOfWanted(one.wanted) : null
  if (!made) return []
  const lists = listCandidatesOf({ ...one, wanted: made.parts }, guess)
  return lists
    .filter(({ rule }) => rule.css !== undefined && rule.transform === undefined)
    .map(({ rule, score, reasons }) => ({
      rule: { ...rule, transform: [{ join: made.joint }] },
      score: score - 0.04,
      reasons: [...reasons, 'its parts are joined'],
    }))
}

const MAX_HOLDERS = 2
const MAX_PATHS = 12
/** The number of characters, per part, that a text may have between its parts. */
const BETWEEN = 6

/** Returns rules for a list that a page shows as one text: `1. Peel them. 2. Cut them.` */
export function partedCandidates(one: FieldCase, guess: Guess): Candidate[] {
  const wanted = one.wanted as Json[]
  if (wanted.length < 2 || one.node !== null) return []
  const says = wanted.map(value => sayer(one.page, value, guess))
  const isSaid = (parts: string[]) =>
    parts.length === says.length && parts.every((part, at) => says[at]!(part))
  return holdersOf(one, wanted).flatMap(node => {
    const parting = partingOf([readText(one.page.html, node)], isSaid)
    const read = parting ? 'text' : 'html'
    const transform = parting ? [{ split: parting.split }] : [...LINES]
    return cssPathsOf(one.page.html, node, null)
      .filter(({ css }) => parting !== undefined || !css.includes(':nth-of-type('))
      .slice(0, MAX_PATHS)
      .map(({ css, score, reasons }) => ({
        rule: { ...cssRule(css, read, guess), all: true, transform },
        score: score - 0.06,
        reasons: [...reasons, parting ? 'its text is split' : 'each of its lines is an item'],
      }))
  })
}

/**
 * Returns the elements whose text is little longer than all values together, and contains the first and the last of them.
 */
function holdersOf({ page }: FieldCase, wanted: Json[]): DocumentNode[] {
  const texts = wanted.map(value => compact(String(value)))
  const least = texts.join('').length
  const fits = (length: number) => length >= least && length <= least + BETWEEN * texts.length
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
