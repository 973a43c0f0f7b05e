import { oncePerKey } from '../base/once.ts'
import { type HtmlDocument, NO_SKIP } from '../html/document.ts'
import { collapse } from '../html/read/text-borders.ts'
import type { PageElement } from './page-elements.ts'

/** Maximum number of words in a pointer to another text; longer blocks count as text, whatever they start with. */
const MAX_POINTER_WORDS = 35

/** Maximum number of words of a text that only points elsewhere because of how it begins. */
const MAX_SHORT_WORDS = 9

/** Matches texts that begin in one of these ways. */
const beginningWith = (...starts: string[]): RegExp => new RegExp(`^\\W*(?:${starts.join('|')})`, 'i')

/** How short texts begin that say something about the page, or what comes next, rather than being part of the text. */
const LABEL = beginningWith(
  'read (?:more|next|also)\\b',
  'also read\\b',
  'related(?::| (?:articles?|content|coverage|links?|news|posts?|reading|stories|tags?|topics?|videos?)\\b)',
  'recommended(?: for you| reading| articles| stories| videos)?\\W*$',
  'advert(?:isements?)?\\b',
  'sponsored\\b',
  'listen:',
  'follow us\\b',
  'like us\\b',
  '(?:subscribe|sign up|share(?: this| on| it)?)\\W*$',
  'subscribe to .*newsletter',
  'tags?:',
  'filed under',
  'posted (?:in|on|by)\\b',
  '(?:first )?published\\b.*\\d',
  'last (?:updated|modified)',
  'updated\\b.*\\d',
  'photo(?:s|graph)?(?: by|:)',
  'images?(?: by|:| credit)',
  'via:',
  'source:',
  'copyright\\W+(?:\\(c\\)|©|\\d)',
  '©',
  'all rights reserved',
  'leggi anche',
)

/**
 * How short texts with a link begin that lead elsewhere or ask the reader for something, in the most common languages of the
 * web. Instructions begin in the same way, such as `Click on Save`.
 */
const POINTER = beginningWith(
  'read the\\b',
  'see also',
  'related\\b',
  'recommended\\b',
  'don.t miss',
  'must read',
  'more (?:on|from|about|in|stories)\\b',
  'watch(?: (?:now|more|next))?:',
  'subscribe\\b',
  'sign up\\b',
  'follow (?:me|@|\\w+ on)',
  'join us\\b',
  'click (?:here|on|to)\\b',
  'share (?:this|on|it)\\b',
  'download (?:the|our)\\b',
  'get (?:the latest|access|our)\\b',
  'for more\\b',
  'continue reading',
  'check out\\b',
  'learn more',
  '(?:first )?published\\b',
  'updated',
  'via\\b',
  'copyright',
  'ti potrebbe',
  'leia (?:mais|também)',
  'veja (?:mais|também)',
  'lee también',
  'ver también',
  'lire aussi',
  'à lire',
  'mehr (?:zum|lesen)',
  'lesen sie',
  'siehe auch',
  'читайте',
  'смотрите также',
  'baca juga',
)

/** A block, with the words of its own text and how many of them are in links. */
interface TextBlock {
  at: number
  words: number
  links: number
  isHeading: boolean
}

/** Returns a function that says whether a block only leads to other texts, or asks the reader for something. */
export function createPointerTest(
  html: HtmlDocument,
  elements: PageElement[],
): (block: TextBlock) => boolean {
  const isListOfPointers = oncePerKey((list: number) => mostlyPoints(elements, list))
  const isLink = ({ at, words, links, isHeading }: TextBlock): boolean => {
    if (isHeading || !isOfLinks(links, words)) return false
    const { name, parent } = elements[at]!
    return name === 'li' ? isListOfPointers(parent) : words > SHORT_LINK
  }
  return block => {
    const { at, words, links, isHeading } = block
    const { node, words: allWords } = elements[at]!
    if (allWords !== words || words > MAX_POINTER_WORDS || isAllOf(CELLS, elements, at)) return false
    if (isLink(block)) return true
    if ((words > MAX_SHORT_WORDS && !isHeading) || (links === 0 && isAllOf(ITEMS, elements, at))) return false
    const text = collapse(html.text(node, NO_SKIP))
    return LABEL.test(text) || (links > 0 && POINTER.test(text))
  }
}

/** Elements whose content has its meaning from its place, such as a column or a term. */
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'dt', 'dd'])
const ITEMS: ReadonlySet<string> = new Set(['li'])

/** Whether a block is everything that an element of one of these names holds. */
function isAllOf(names: ReadonlySet<string>, elements: PageElement[], block: number): boolean {
  const { words } = elements[block]!
  for (let at = block; elements[at]?.words === words; at = elements[at]!.parent)
    if (names.has(elements[at]!.name)) return true
  return false
}

/** Links with so few words may be the names of things, such as tools or ingredients. */
const SHORT_LINK = 2

const isOfLinks = (links: number, words: number): boolean => links > 0.8 * words

/**
 * Whether a list consists of links, most of them longer than names. All items that are links have the same fate, whether short
 * or long.
 */
function mostlyPoints(elements: PageElement[], list: number): boolean {
  const { linkWords, words, end } = elements[list]!
  let items = 0
  let longItems = 0
  for (let at = list + 1; at < end; at = elements[at]!.end) {
    if (elements[at]!.words === 0) continue
    items++
    if (elements[at]!.words > SHORT_LINK) longItems++
  }
  return isOfLinks(linkWords, words) && longItems > items / 2
}
