import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from './candidate.ts'
import { type Case, elementsAt } from './case.ts'
import type { Guess } from './guess-type.ts'

/** Signs that are typed in several ways: each of a kind counts as the plain one. */
const KINDS: [signs: RegExp, plain: string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b\u2032\u02bc´`]/g, "'"],
  [/[\u201c-\u201f\u2033«»]/g, '"'],
]
const FRACTION_SLASH = '\u2044'

/** A text without blanks, with its dashes, quotes, dots, fractions and ligatures as a keyboard has them. */
const folded = (text: string) =>
  KINDS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), compact(text))
    .normalize('NFKC')
    .replaceAll(FRACTION_SLASH, '/')

const LONGEST = 3_000
/** A text may be so much longer or shorter by its signs. */
const MORE = 20
const MAX_SIGNS = 8
const LESS = 0.08

/** How the texts of all places become what is wanted of them. */
export interface Folding {
  /** What each place says, whatever its signs. */
  said: ReadonlyMap<Case, string | string[]>
  /** The signs that are replaced. */
  signs: string[]
  transform: Json[]
}

/** What replaces each sign of a page; a sign that is wanted as it stands stands for itself. */
type Signs = Map<string, string>

/**
 * Finds the signs that places show otherwise than they are wanted, such as `1 – 2` for `1 - 2` or `½` for `1/2`. Null
 * where there are none, or where a sign is wanted as it stands elsewhere.
 */
export function foldingOf(cases: Case[]): Folding | null {
  const said = new Map(cases.flatMap(one => saidOf(one)))
  const signs: Signs = new Map()
  for (const [{ wanted }, texts] of said) {
    const pairs = [wanted].flat().map((value, at) => [[texts].flat()[at]!, value as string] as const)
    if (!pairs.every(([text, value]) => addSigns(signs, compact(text), compact(value)))) return null
  }
  const replaced = [...signs].filter(([sign, wanted]) => sign !== wanted)
  if (replaced.length === 0 || replaced.length > MAX_SIGNS) return null
  return {
    said,
    signs: replaced.map(([sign]) => sign),
    transform: replaced.flatMap(([sign, wanted]) => stepsFor(sign, wanted)),
  }
}

/** Rules for what a place says with other signs than are wanted: those that `find` has for it as it stands. */
export function foldedCandidates(
  one: Case,
  guess: Guess,
  folding: Folding | null,
  find: (one: Case, guess: Guess) => Candidate[],
): Candidate[] {
  const said = folding?.said.get(one)
  if (!folding || said === undefined || guess.type !== 'string') return []
  return find({ ...one, wanted: said }, guess).map(({ rule, score, reasons, ...rest }) => ({
    ...rest,
    rule: { ...rule, transform: [...(rule.transform ?? []), ...folding.transform] },
    score: score - LESS,
    reasons: [...reasons, `signs in it are replaced: ${folding.signs.join(' ')}`],
  }))
}

/** Behind a digit a fraction is a part of one number: `1½` is `1 1/2`. */
const stepsFor = (sign: string, wanted: string): Json[] => [
  ...(/^\d+\//.test(wanted) ? [{ replace: { pattern: `(\\d)${sign}`, with: `$1 ${wanted}` } }] : []),
  { replace: [sign, wanted] },
]

/** Adds what stands for what in two texts that are folded alike; false where that is at odds with what is known. */
function addSigns(signs: Signs, said: string, wanted: string): boolean {
  let at = 0
  for (const sign of said) {
    const other = [sign, folded(sign)].find(text => wanted.startsWith(text, at)) ?? wanted[at] ?? ''
    if (folded(other) !== folded(sign)) return false
    at += other.length
    if (/[\p{L}\p{Nd}]/u.test(sign)) continue
    if ((signs.get(sign) ?? other) !== other) return false
    signs.set(sign, other)
  }
  return at === wanted.length
}

/** A place with what it says for each wanted text; none where it does not say one of them. */
function saidOf(one: Case): [Case, string | string[]][] {
  const { wanted } = one
  const values = [wanted].flat()
  if (values.length === 0 || !values.every(value => typeof value === 'string')) return []
  const texts = textsBySigns(one, values)
  const said = values.flatMap(value => texts.get(folded(value)) ?? [])
  if (said.length < values.length) return []
  return [[one, Array.isArray(wanted) ? said : said[0]!]]
}

/** The texts that a place says and that may be wanted, by what they are with plain signs. */
function textsBySigns({ page, ...one }: Case, values: string[]): ReadonlyMap<string, string> {
  const inside = elementsAt({ page, ...one })
  const wanted = new Set(values.map(folded))
  const lengths = values.map(value => compact(value).length)
  const [least, most] = [Math.min(...lengths) - MORE, Math.min(LONGEST, Math.max(...lengths) + MORE)]
  const texts = new Map<string, string>()
  for (const [node, length] of page.speaking()) {
    if (length < least || length > most || !(inside?.has(node) ?? true)) continue
    const text = readText(page.html, node)
    const plain = folded(text)
    if (wanted.has(plain) && !texts.has(plain)) texts.set(plain, text)
  }
  return texts
}
