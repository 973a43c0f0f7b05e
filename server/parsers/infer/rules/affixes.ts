import { escapePattern } from '../../../base/text/escape-pattern.ts'
import type { DocumentNode } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { RuleObject } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import { asNumberedPattern } from './as-pattern.ts'
import type { Candidate } from './candidate.ts'
import type { FieldCase } from './case.ts'
import { cssPathsOf } from './css-paths.ts'
import { type Guess, typeKeys } from './guess-type.ts'
import { labelText } from './labels.ts'

const MAX_AROUND = 60
const MAX_NODES = 4
const MAX_PATHS = 12
const LABEL_AND_COLON = /^([^:：]{2,40})[:：]\s*$/

/**
 * Returns rules for a value inside a longer text (`by Jane Doe`): an element, and a pattern of the words around the value.
 */
export function affixCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  const wanted = String(fieldCase.wanted).replace(/\s+/g, ' ').trim()
  return holders(fieldCase, wanted).flatMap(node => {
    const text = readText(fieldCase.page.html, node)
    const start = text.indexOf(wanted)
    const before = text.slice(0, start)
    const behind = text.slice(start + wanted.length)
    if (start < 0) return []
    return [
      ...labelCandidates(fieldCase, node, before, behind, guess),
      ...patternCandidates(fieldCase, node, { before, behind, wanted }, guess),
    ]
  })
}

/** Returns the smallest elements whose text contains the wanted text and little more. */
function holders({ page, node: scope }: FieldCase, wanted: string): DocumentNode[] {
  const { html } = page
  const length = compact(wanted).length
  const inside = scope === null ? null : new Set([scope, ...elementsIn(html, scope)])
  return page
    .speaking()
    .filter(([node, own]) => own > length && own <= length + MAX_AROUND && (inside?.has(node) ?? true))
    .filter(([node]) => compact(readText(html, node)).includes(compact(wanted)))
    .sort((a, b) => a[1] - b[1])
    .slice(0, MAX_NODES)
    .map(([node]) => node)
}

interface AffixParts {
  before: string
  behind: string
  wanted: string
}

function patternCandidates(
  { page, node: scope }: FieldCase,
  node: DocumentNode,
  { before, behind, wanted }: AffixParts,
  guess: Guess,
): Candidate[] {
  return cssPathsOf(page.html, node, scope, compact(wanted))
    .slice(0, MAX_PATHS)
    .flatMap(({ css, score, reasons }) =>
      patterns(before, behind).map((pattern, rank) => ({
        rule: { css, transform: [{ regex: pattern }], ...typeKeys(guess) } satisfies RuleObject,
        score: score - 0.1 - 0.03 * rank,
        reasons: [...reasons, 'it stands between the same words'],
      })),
    )
}

/**
 * Returns patterns of the text around a value. With a comma after the value, the first ends there, since what follows is
 * another value. Then come patterns of the whole text on each side if that is short and has no number, or else of the
 * nearest word; then patterns of only one of the two kinds.
 */
function patterns(before: string, behind: string): string[] {
  const [wholeStart, nearStart] = [`^${asNumberedPattern(before)}`, nearest(before, -1)]
  const [wholeEnd, nearEnd] = [`${asNumberedPattern(behind)}$`, nearest(behind, 0)]
  const start = isSteady(before) ? wholeStart : nearStart
  const end = isSteady(behind) ? wholeEnd : nearEnd
  const [comma] = /^\s*[,;|•·](?=\s)/.exec(behind) ?? []
  const pairs = [
    ...(comma === undefined ? [] : [[start, `(?:${escapePattern(comma)}|$)`]]),
    [start, end],
    [nearStart, nearEnd],
    [wholeStart, wholeEnd],
  ]
  return [...new Set(pairs.map(([from, to]) => `${from}(.+?)${to}`))]
}

const isSteady = (text: string) => !/\d/.test(text) && text.trim().split(' ').length <= 3

function nearest(text: string, at: 0 | -1): string {
  const word = text.trim().split(' ').at(at) ?? ''
  if (word === '') return at === 0 ? '$' : '^'
  const gap = /^\s|\s$/.test(text) ? '\\s+' : ''
  const isWord = /^\w+$/.test(word)
  return at === 0
    ? `${gap}${asNumberedPattern(word)}${isWord ? '\\b' : ''}`
    : `${isWord ? '\\b' : ''}${asNumberedPattern(word)}${gap}`
}

/** `<li>Weight: 2 kg</li>`: the element that starts with the label. */
function labelCandidates(
  { page, node: scope }: FieldCase,
  node: DocumentNode,
  before: string,
  behind: string,
  guess: Guess,
): Candidate[] {
  const [, label] = LABEL_AND_COLON.exec(before) ?? []
  const text = label && labelText(label)
  if (!text || behind.trim() !== '') return []
  const tag = page.html.elementName(node)
  return [
    {
      rule: {
        xpath: `${scope === null ? '//' : './/'}${tag}[starts-with(normalize-space(.), "${text}:")]`,
        transform: [{ regex: '[:：]\\s*(.+)$' }],
        ...typeKeys(guess),
      },
      score: 0.68,
      reasons: [`its text begins with the label ${JSON.stringify(text)}`],
    },
  ]
}
