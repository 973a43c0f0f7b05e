import { type DocumentNode, NO_SKIP } from '../../../html/document.ts'
import { nodeReader } from '../../html/node-readers.ts'
import { readText } from '../../html/read-text.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { compact } from '../page/text-lengths.ts'
import { elementsAt, type FieldCase } from './case.ts'
import type { Guess } from './guess-type.ts'
import { valueTestFor } from './same-value.ts'

/** An element with a wanted value, and the reading that gives it: `text`, `own_text`, `image`, `@content`. */
export interface Hit {
  node: DocumentNode
  read: string
}

const MAX_HITS = 16
const MAX_WRAPPERS = 4
/** The maximum length, without white space, of a text in which a number, date or price is searched for. */
const SHORT = 60

/** Returns the elements of a page, or of an item, that have a wanted value, those with little other text first. */
export function findHits(fieldCase: FieldCase, guess: Guess): Hit[] {
  const { page, wanted } = fieldCase
  if (wanted === null || typeof wanted === 'object') return []
  const search = {
    page,
    wanted: String(wanted),
    guess,
    says: valueTestFor(page, wanted, guess),
    isInside: insideOf(fieldCase),
  }
  return [...textHits(search), ...attributeHits(search)]
}

/** What is searched for, and where. */
interface HitSearch {
  page: LearningPage
  wanted: string
  guess: Guess
  /** Whether a text has the wanted value. */
  says: (text: string) => boolean
  /** Whether an element belongs to the page or to the item. */
  isInside: (node: DocumentNode) => boolean
}

function insideOf(fieldCase: FieldCase): HitSearch['isInside'] {
  const elements = elementsAt(fieldCase)
  return node => elements?.has(node) ?? true
}

function textHits(search: HitSearch): Hit[] {
  const { page, wanted, guess, says, isInside } = search
  const { html } = page
  const exact = compact(wanted).length
  const fits =
    guess.type === 'string' ? (length: number) => length === exact : (length: number) => length <= SHORT
  const textMatches = page
    .speaking()
    .filter(([node, length]) => fits(length) && isInside(node) && says(readText(html, node)))
    .sort((a, b) => a[1] - b[1])
    .slice(0, MAX_HITS)
    .flatMap(([node]) => [node, ...wrappersOf(page, node).filter(isInside)])
    // The text of the head is that of its title, as long as nothing else in it has any.
    .filter(node => html.elementName(node) !== 'head')
    .map(node => ({ node, read: 'text' }))
  return [...textMatches, ...ownTextHits(search).slice(0, MAX_HITS)]
}

/** Returns the nearest ancestors with the same text as an element. */
function wrappersOf({ html, lengths }: LearningPage, node: DocumentNode): DocumentNode[] {
  const found: DocumentNode[] = []
  const length = lengths().get(node)
  for (let at = html.parent(node); at !== null && found.length < MAX_WRAPPERS; at = html.parent(at)) {
    if (lengths().get(at) !== length) break
    found.push(at)
  }
  return found
}

/** Returns elements whose own text is the value, while elements inside them have more. */
function ownTextHits({ page, wanted, guess, says, isInside }: HitSearch): Hit[] {
  const found =
    guess.type === 'string'
      ? (page.ownTexts().get(compact(wanted)) ?? [])
      : [...page.ownTexts()].flatMap(([text, nodes]) => (text.length <= SHORT && says(text) ? nodes : []))
  return found.filter(isInside).map(node => ({ node, read: 'own_text' }))
}

function attributeHits(search: HitSearch): Hit[] {
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

function imageHits({ page: { html, elements }, says, isInside }: HitSearch): Hit[] {
  const read = nodeReader('image')
  return elements
    .filter(node => ['img', 'picture', 'source'].includes(html.elementName(node) ?? '') && isInside(node))
    .filter(node => says(read(html, node, NO_SKIP) ?? ''))
    .map(node => ({ node, read: 'image' }))
}
