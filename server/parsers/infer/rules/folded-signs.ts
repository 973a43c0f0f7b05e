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
const LETTERS = /\p{L}+/gu

/** A text without blanks, with its dashes, quotes, dots, fractions and ligatures as a keyboard has them. */
const folded = (text: string) =>
  KINDS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), compact(text))
    .normalize('NFKC')
    .replaceAll(FRACTION_SLASH, '/')

const lowered = (text: string) => folded(text).toLowerCase()

const LONGEST = 3_000
/** A text may be so much longer or shorter by its signs. */
const MORE = 20
const MAX_SIGNS = 8
/** Of the words no more than these have other capitals: where more have, those of the next page are others. */
const MAX_WORDS = 3
const MAX_SHARE = 1 / 3
const LESS = 0.08

/** How the texts of all places become what is wanted of them. */
interface Folding {
  /** What each place says, whatever its signs. */
  said: ReadonlyMap<Case, string | string[]>
  /** The signs and words that are replaced. */
  signs: string[]
  transform: Json[]
}

/** What replaces each sign or word of a page; what is wanted as it stands stands for itself. */
type Signs = Map<string, string>

/**
 * Finds the signs that places show otherwise than they are wanted, such as `1 – 2` for `1 - 2` or `½` for `1/2`, and the
 * words that have other capitals, such as `ml` for `mL`. Null where there are none, or where one of them is wanted as it
 * stands elsewhere.
 */
export function foldingOf(cases: Case[]): Folding | null {
  const said = new Map(cases.flatMap(one => saidOf(one)))
  const signs: Signs = new Map()
  const words: Signs = new Map()
  for (const [{ wanted }, texts] of said) {
    const pairs = [wanted].flat().map((value, at) => [[texts].flat()[at]!, value as string] as const)
    const areSaid = pairs.every(
      ([text, value]) => addSigns(signs, compact(text), compact(value)) && addWords(words, text, value),
    )
    if (!areSaid) return null
  }
  const [otherSigns, otherWords] = [changedOf(signs), changedOf(words)]
  const replaced = [...otherSigns, ...otherWords]
  if (replaced.length === 0 || otherSigns.length > MAX_SIGNS) return null
  if (otherWords.length > Math.min(MAX_WORDS, MAX_SHARE * words.size)) return null
  return {
    said,
    signs: replaced.map(([sign]) => sign),
    transform: [
      ...otherSigns.flatMap(([sign, wanted]) => stepsFor(sign, wanted)),
      ...otherWords.map(([word, wanted]) => ({
        replace: { pattern: `(^|\\P{L})${word}(\\P{L}|$)`, with: `$1${wanted}$2` },
      })),
    ],
  }
}

const changedOf = (signs: Signs) => [...signs].filter(([sign, wanted]) => sign !== wanted)

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
    reasons: [...reasons, `signs or words in it are replaced: ${folding.signs.join(' ')}`],
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
    if (lowered(other) !== lowered(sign)) return false
    at += other.length
    if (/[\p{L}\p{Nd}]/u.test(sign)) continue
    if ((signs.get(sign) ?? other) !== other) return false
    signs.set(sign, other)
  }
  return at === wanted.length
}

/** The same for words that have other capitals: `ml` for `mL`. */
function addWords(words: Signs, said: string, wanted: string): boolean {
  const others = wanted.match(LETTERS) ?? []
  const found = said.match(LETTERS) ?? []
  return (
    found.length === others.length &&
    found.every((word, at) => {
      const other = others[at]!
      const isKnown = (words.get(word) ?? other) === other
      words.set(word, other)
      return isKnown && word.toLowerCase() === other.toLowerCase()
    })
  )
}

/** A place with what it says for each wanted text; none where it does not say one of them. */
function saidOf(one: Case): [Case, string | string[]][] {
  const { wanted } = one
  const values = [wanted].flat()
  if (values.length === 0 || !values.every(value => typeof value === 'string')) return []
  const texts = textsBySigns(one, values)
  const said = values.flatMap(value => texts.get(folded(value)) ?? texts.get(lowered(value)) ?? [])
  if (said.length < values.length) return []
  return [[one, Array.isArray(wanted) ? said : said[0]!]]
}

/** The texts that a place says and that may be wanted, by what they are with plain signs. */
function textsBySigns({ page, ...one }: Case, values: string[]): ReadonlyMap<string, string> {
  const inside = elementsAt({ page, ...one })
  const wanted = new Set(values.map(lowered))
  const lengths = values.map(value => compact(value).length)
  const [least, most] = [Math.min(...lengths) - MORE, Math.min(LONGEST, Math.max(...lengths) + MORE)]
  const texts = new Map<string, string>()
  for (const [node, length] of page.speaking()) {
    if (length < least || length > most || !(inside?.has(node) ?? true)) continue
    const text = readText(page.html, node)
    const plain = folded(text)
    if (!wanted.has(plain.toLowerCase())) continue
    for (const key of [plain, plain.toLowerCase()]) if (!texts.has(key)) texts.set(key, text)
  }
  return texts
}
