import type { DocumentNode } from '../../../html/document.ts'
import { NO_SKIP, nodeReader } from '../../html/node-readers.ts'
import { readText } from '../../html/read-text.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { compact } from '../page/text-lengths.ts'
import { type Case, elementsAt } from './case.ts'
import type { Guess } from './guess-type.ts'
import { sayer } from './same-value.ts'

/** An element that says a wanted value, and how that is read of it: `text`, `own_text`, `image`, `@content`. */
export interface Hit {
  node: DocumentNode
  read: string
}

const MAX_HITS = 16
const MAX_WRAPPERS = 4
/** A number, date or price is looked for in texts of this length at most, blanks not counted. */
const SHORT = 60

/** The elements of a page, or of an item, that say a wanted value, those first that say little else. */
export function findHits(one: Case, guess: Guess): Hit[] {
  const { page, wanted } = one
  if (wanted === null || typeof wanted === 'object') return []
  const search = {
    page,
    wanted: String(wanted),
    guess,
    says: sayer(page, wanted, guess),
    isInside: insideOf(one),
  }
  return [...textHits(search), ...attributeHits(search)]
}

/** What is looked for, and where. */
interface Search {
  page: LearningPage
  wanted: string
  guess: Guess
  /** Whether a text says the wanted value. */
  says: (said: string) => boolean
  /** Whether an element is a part of the case: of the page, or of the item. */
  isInside: (node: DocumentNode) => boolean
}

function insideOf(one: Case): Search['isInside'] {
  const elements = elementsAt(one)
  return node => elements?.has(node) ?? true
}

function textHits(search: Search): Hit[] {
  const { page, wanted, guess, says, isInside } = search
  const { html } = page
  const exact = compact(wanted).length
  const fits =
    guess.type === 'string' ? (length: number) => length === exact : (length: number) => length <= SHORT
  const whole = page
    .speaking()
    .filter(([node, length]) => fits(length) && isInside(node) && says(readText(html, node)))
    .sort((a, b) => a[1] - b[1])
    .slice(0, MAX_HITS)
    .flatMap(([node]) => [node, ...wrappersOf(page, node).filter(isInside)])
    .map(node => ({ node, read: 'text' }))
  return [...whole, ...ownTextHits(search).slice(0, MAX_HITS)]
}

/** The nearest elements around one that say no more than it does. */
function wrappersOf({ html, lengths }: LearningPage, node: DocumentNode): DocumentNode[] {
  const found: DocumentNode[] = []
  const length = lengths().get(node)
  for (let at = html.parent(node); at !== null && found.length < MAX_WRAPPERS; at = html.parent(at)) {
    if (lengths().get(at) !== length) break
    found.push(at)
  }
  return found
}

/** Elements whose own text says it, though what lies in them says more. */
function ownTextHits({ page, wanted, guess, says, isInside }: Search): Hit[] {
  const found =
    guess.type === 'string'
      ? (page.ownTexts().get(compact(wanted)) ?? [])
      : [...page.ownTexts()].flatMap(([text, nodes]) => (text.length <= SHORT && says(text) ? nodes : []))
  return found.filter(isInside).map(node => ({ node, read: 'own_text' }))
}

function attributeHits(search: Search): Hit[] {
  const { page, wanted, guess, says, isInside } = search
  const found =
    guess.type === 'string'
      ? (page.attributesSaying().get(compact(wanted)) ?? [])
      : page.attributes().filter(({ value }) => says(value))
  const hits = found
    .filter(({ node }) => isInside(node))
    .map(({ node, name }) => ({ node, read: `@${name}` }))
  const images = guess.image ? imageHits(search) : []
  return [...images, ...hits].slice(0, MAX_HITS)
}

function imageHits({ page: { html, elements }, says, isInside }: Search): Hit[] {
  const read = nodeReader('image')
  return elements
    .filter(node => ['img', 'picture', 'source'].includes(html.elementName(node) ?? '') && isInside(node))
    .filter(node => says(read(html, node, NO_SKIP) ?? ''))
    .map(node => ({ node, read: 'image' }))
}
