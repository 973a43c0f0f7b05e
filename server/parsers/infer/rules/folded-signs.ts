import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from './candidate.ts'
import { elementsAt, type FieldCase } from './case.ts'
import type { Guess } from './guess-type.ts'

/** Signs that are typed in several ways: all of a kind count as the plain one. */
const SIGN_KINDS: [signs: RegExp, plain: string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b\u2032\u02bc´`]/g, "'"],
  [/[\u201c-\u201f\u2033«»]/g, '"'],
]
const FRACTION_SLASH = '\u2044'
const LETTERS = /\p{L}+/gu

/** Normalizes a text: no white space, and its dashes, quotes, dots, fractions and ligatures as on a keyboard. */
const foldSigns = (text: string) =>
  SIGN_KINDS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), compact(text))
    .normalize('NFKC')
    .replaceAll(FRACTION_SLASH, '/')

const foldCase = (text: string) => foldSigns(text).toLowerCase()

const MAX_LENGTH = 3_000
/** The number of characters by which a text may be longer or shorter because of its signs. */
const MAX_EXTRA = 20
const MAX_SIGNS = 8
/** The maximum number and share of words with different capitals. With more, the words of the next page will differ, too. */
const MAX_WORDS = 3
const MAX_SHARE = 1 / 3
const PENALTY = 0.08

/** How the texts of all places become what is wanted of them. */
interface SignFolding {
  /** What each place says, whatever its signs. */
  said: ReadonlyMap<FieldCase, string | string[]>
  /** The signs and words that are replaced. */
  signs: string[]
  transform: Json[]
}

/** The replacement of each sign or word of a page; a sign that is wanted unchanged maps to itself. */
type SignReplacements = Map<string, string>

/**
 * Finds the signs that pages write differently than wanted, such as `1 – 2` for `1 - 2` or `½` for `1/2`, and the words
 * with different capitals, such as `ml` for `mL`. Returns null if there are none, or if one of them is wanted unchanged
 * elsewhere.
 */
export function foldingOf(cases: FieldCase[]): SignFolding | null {
  const said = new Map(cases.flatMap(one => pageTextsOf(one)))
  const signs: SignReplacements = new Map()
  const words: SignReplacements = new Map()
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

const changedOf = (signs: SignReplacements) => [...signs].filter(([sign, wanted]) => sign !== wanted)

/**
 * Returns rules for a place whose text differs from the wanted one only in signs: those that `find` returns for the text as
 * the page has it.
 */
export function foldedCandidates(
  fieldCase: FieldCase,
  guess: Guess,
  folding: SignFolding | null,
  find: (fieldCase: FieldCase, guess: Guess) => Candidate[],
): Candidate[] {
  const pageText = folding?.said.get(fieldCase)
  if (!folding || pageText === undefined || guess.type !== 'string') return []
  return find({ ...fieldCase, wanted: pageText }, guess).map(({ rule, score, reasons, ...rest }) => ({
    ...rest,
    rule: { ...rule, transform: [...(rule.transform ?? []), ...folding.transform] },
    score: score - PENALTY,
    reasons: [...reasons, `signs or words in it are replaced: ${folding.signs.join(' ')}`],
  }))
}

/** After a digit, a fraction belongs to the same number: `1½` is `1 1/2`. */
const stepsFor = (sign: string, wanted: string): Json[] => [
  ...(/^\d+\//.test(wanted) ? [{ replace: { pattern: `(\\d)${sign}`, with: `$1 ${wanted}` } }] : []),
  { replace: [sign, wanted] },
]

/** Adds the replacements between two texts that are equal after folding. Returns false if they contradict known ones. */
function addSigns(signs: SignReplacements, pageText: string, wanted: string): boolean {
  let at = 0
  for (const sign of pageText) {
    const other = [sign, foldSigns(sign)].find(text => wanted.startsWith(text, at)) ?? wanted[at] ?? ''
    if (foldCase(other) !== foldCase(sign)) return false
    at += other.length
    if (/[\p{L}\p{Nd}]/u.test(sign)) continue
    if ((signs.get(sign) ?? other) !== other) return false
    signs.set(sign, other)
  }
  return at === wanted.length
}

/** The same for words with different capitals: `ml` for `mL`. */
function addWords(words: SignReplacements, pageText: string, wanted: string): boolean {
  const others = wanted.match(LETTERS) ?? []
  const found = pageText.match(LETTERS) ?? []
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

/** Pairs a place with the texts that it has for the wanted ones; empty if it lacks one of them. */
function pageTextsOf(fieldCase: FieldCase): [FieldCase, string | string[]][] {
  const { wanted } = fieldCase
  const values = [wanted].flat()
  if (values.length === 0 || !values.every(value => typeof value === 'string')) return []
  const texts = textsBySigns(fieldCase, values)
  const pageTexts = values.flatMap(value => texts.get(foldSigns(value)) ?? texts.get(foldCase(value)) ?? [])
  if (pageTexts.length < values.length) return []
  return [[fieldCase, Array.isArray(wanted) ? pageTexts : pageTexts[0]!]]
}

/** Returns the texts of a place that may be wanted, by their folded form. */
function textsBySigns({ page, ...one }: FieldCase, values: string[]): ReadonlyMap<string, string> {
  const inside = elementsAt({ page, ...one })
  const wanted = new Set(values.map(foldCase))
  const lengths = values.map(value => compact(value).length)
  const [least, most] = [
    Math.min(...lengths) - MAX_EXTRA,
    Math.min(MAX_LENGTH, Math.max(...lengths) + MAX_EXTRA),
  ]
  const texts = new Map<string, string>()
  for (const [node, length] of page.speaking()) {
    if (length < least || length > most || !(inside?.has(node) ?? true)) continue
    const text = readText(page.html, node)
    const plain = foldSigns(text)
    if (!wanted.has(plain.toLowerCase())) continue
    for (const key of [plain, plain.toLowerCase()]) if (!texts.has(key)) texts.set(key, text)
  }
  return texts
}
