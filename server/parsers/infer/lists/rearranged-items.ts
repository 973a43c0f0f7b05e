import { escapePattern } from '../../../base/text/escape-pattern.ts'
import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { Json, RuleObject } from '../../parser-schema.ts'
import { classesOf } from '../page/class-counts.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import type { Guess } from '../rules/guess-type.ts'
import { kindOfName } from '../rules/name-kinds.ts'
import { halvedChoices } from './halved-items.ts'
import { BULLETS } from './marked-items.ts'
import { spreadCandidates } from './spread-candidates.ts'
import { spreadItems } from './spread-items.ts'

const MAX_PARTS = 4
const MAX_LISTS = 30
/** The maximum number of characters, without white space, that an item has beside the wanted text. */
const MAX_MARKS = 12
const PENALTY = 0.06

/** How a wanted text is composed of the text of an item before its last part, and of that part. */
interface PartArrangement {
  part: DocumentNode
  isFirst: boolean
  /** The text between the two, and at the end. */
  between: string
  end: string
  /** Whether a checkbox or bullet precedes the item. */
  isTicked: boolean
  /** Whether the page has a comma or a dash where other marks are wanted. */
  isParted: boolean
}

const BULLET = `^${BULLETS}\\s*`
const COMMAS = '[\\s,;:–—-]*'

/**
 * Returns rules for a list whose items have the words of the wanted texts, but their last part with other marks or in
 * another position: `flour sifted` for `flour (sifted)`, `Eggs 3` for `3 Eggs`.
 */
export function rearrangedCandidates(fieldCase: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  if (guess.type !== 'string' || wanted.length < 2) return []
  const elements = elementsByWords(fieldCase, wanted)
  const items = spreadItems(fieldCase, wanted, value => elements.get(wordsOf(String(value))) ?? [])
  if (!items) return []
  const { html } = fieldCase.page
  const arrangements = [
    ...halvedChoices(html, items.nodes, wanted.map(String)),
    ...arrangementsOf(html, items.nodes, wanted),
  ]
  if (arrangements.length === 0) return []
  const lists = spreadCandidates(fieldCase, items, 'text', guess).sort((a, b) => b.score - a.score)
  return lists.slice(0, MAX_LISTS).flatMap(({ rule, score, reasons }) =>
    arrangements.map(any => ({
      rule: { ...rule, any },
      score: score - PENALTY,
      reasons: [...reasons, 'a part of each is moved or marked'],
    })),
  )
}

/** Returns the elements that may have the words of a wanted text, by their words. */
function elementsByWords(
  { page, node: scope }: FieldCase,
  wanted: Json[],
): ReadonlyMap<string, DocumentNode[]> {
  const { html } = page
  const maxLength = Math.max(...wanted.map(text => compact(String(text)).length)) + MAX_MARKS
  const inside = scope === null ? null : new Set([scope, ...elementsIn(html, scope)])
  const nodes = [...page.lengths()].flatMap(([node, length]) =>
    length <= maxLength && (inside?.has(node) ?? true) ? [node] : [],
  )
  return Map.groupBy(nodes, node => wordsOf(readText(html, node)))
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the sorted letters and digits of a text, so that words without a space between them also match. */
const wordsOf = (text: string) => [...lettersOf(text)].sort().join('')

/** Returns rules that read the items as wanted, by the parts of the first item that is not wanted unchanged. */
function arrangementsOf(
  html: HtmlDocument,
  nodes: DocumentNode[],
  wanted: Json[],
): NonNullable<RuleObject['any']>[] {
  for (const [at, node] of nodes.entries()) {
    const text = String(wanted[at])
    const found = arrangementsIn(html, node, text)
    if (found.length > 0)
      return found.flatMap(one => namesOf(html, one.part).map(name => choicesFor(name, one)))
  }
  return []
}

function arrangementsIn(html: HtmlDocument, item: DocumentNode, wanted: string): PartArrangement[] {
  const itemText = oneLine(readText(html, item))
  const text = oneLine(wanted)
  if (itemText === text || withoutTick(itemText) === text) return []
  return elementsIn(html, item)
    .flatMap(part => arrangementWith(part, oneLine(readText(html, part)), itemText, text) ?? [])
    .slice(0, MAX_PARTS)
}

const withoutTick = (text: string) => text.replace(new RegExp(BULLET, 'u'), '')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function arrangementWith(
  part: DocumentNode,
  partText: string,
  itemText: string,
  wanted: string,
): PartArrangement | null {
  if (partText === '' || partText === itemText || !itemText.endsWith(partText)) return null
  const start = itemText.slice(0, -partText.length).trim()
  const withoutMark = withoutTick(start)
  const before = withoutMark.replace(new RegExp(`${COMMAS}$`), '')
  const last = partText.replace(new RegExp(`^${COMMAS}`), '')
  const marks = marksBetween(before, last, wanted)
  if (before === '' || last === '' || !marks) return null
  const isParted = before !== withoutMark || last !== partText
  return { part, ...marks, isTicked: withoutMark !== start, isParted }
}

function marksBetween(before: string, last: string, wanted: string) {
  const isFirst = !wanted.startsWith(before)
  const [one, other] = isFirst ? [last, before] : [before, last]
  const [between = '', end, ...more] = wanted.slice(one.length).split(other)
  const areMarks = [between, end ?? ''].every(marks => /^[^\p{L}\p{N}'"]{0,4}$/u.test(marks))
  if (!wanted.startsWith(one) || end === undefined || more.length > 0 || !areMarks) return null
  return { isFirst, between, end }
}

/** Returns XPaths for a part inside its item: by its classes, or by its element name. */
function namesOf(html: HtmlDocument, part: DocumentNode): string[] {
  const classes = classesOf(html.attribute(part, 'class') ?? '').filter(name => /^[\w-]+$/.test(name))
  const meaning = classes.filter(name => kindOfName(name) === 'meaningful')
  const byClass = (meaning.length > 0 ? meaning : classes)
    .slice(0, 2)
    .map(name => `.//*[contains(@class, '${name}')]`)
  return [...byClass, `.//${html.elementName(part)}`]
}

/**
 * Returns the choices for an item with and without the part. If the part is missing, the XPath gives only marks, which the
 * pattern rejects.
 */
function choicesFor(name: string, one: PartArrangement): NonNullable<RuleObject['any']> {
  const { isFirst, between, end, isTicked } = one
  const before = `normalize-space(substring-before(., ${name}))`
  const part = `normalize-space(${name})`
  const parts = isFirst ? [part, `'${between}'`, before] : [before, `'${between}'`, part]
  const xpath = `concat(${[...parts, ...(end === '' ? [] : [`'${end}'`])].join(', ')})`
  const transform = cleaningOf(one)
  return [
    { xpath, ...(transform.length > 0 && { transform }), type: 'string', pattern: '[\\p{L}\\p{N}]' },
    isTicked ? { css: '', transform: [withoutBullet] } : '',
  ]
}

const withoutBullet: Json = { replace: { pattern: BULLET, with: '' } }

function cleaningOf({ between, end, isTicked, isParted }: PartArrangement): Json[] {
  const marks = escapePattern(between.trim())
  return [
    ...(isTicked ? [withoutBullet] : []),
    ...(isParted && marks !== ''
      ? [{ replace: { pattern: `${COMMAS}${marks}${COMMAS}`, with: between } }]
      : []),
    // A page may already have some parts in parentheses.
    ...(between.endsWith('(') && end.startsWith(')')
      ? [{ replace: { pattern: '\\(\\((.*)\\)\\)$', with: '($1)' } }]
      : []),
  ]
}
