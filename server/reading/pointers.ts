import { oncePerKey } from '../base/once.ts'
import type { HtmlDocument } from '../html/document.ts'
import { collapse } from '../html/read/text-borders.ts'
import type { PageElement } from './page-elements.ts'

/** Maximum number of words in a pointer to another text; longer blocks count as text, whatever they start with. */
const MAX_POINTER_WORDS = 35

/** Maximum number of words of a text that only points elsewhere because of how it begins. */
const MAX_SHORT_WORDS = 9

/** How blocks begin that link to other texts or ask the reader for something, in the most common languages of the web. */
const POINTER = new RegExp(
  `^\\W*(?:${[
    'read (?:more|next|also|the)',
    'also read',
    'see also',
    'related',
    'recommended',
    'don.t miss',
    'must read',
    'more (?:on|from|about|in|stories)',
    'watch(?: (?:now|more|next))?:',
    'listen:',
    'advert(?:isements?)?\\b',
    'sponsored',
    'subscribe',
    'sign up',
    'follow (?:us|me|@|\\w+ on)',
    'like us',
    'join us',
    'click (?:here|on|to)',
    'share (?:this|on|it)',
    'download (?:the|our)',
    'get (?:the latest|access|our)',
    'for more',
    'continue reading',
    'check out',
    'learn more',
    'tags?:',
    'filed under',
    'posted (?:in|on|by)',
    '(?:first )?published',
    'last (?:updated|modified)',
    'updated:?',
    'photo(?:s|graph)?(?: by|:)',
    'image(?:s)?(?: by|:| credit)',
    'via:?',
    'source:',
    'copyright',
    '©',
    'all rights reserved',
    'leggi anche',
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
  ].join('|')})`,
  'i',
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
    const { at, words, isHeading } = block
    const { node, words: allWords } = elements[at]!
    if (allWords !== words || words > MAX_POINTER_WORDS) return false
    if (isLink(block)) return true
    return POINTER.test(collapse(html.text(node, NO_SKIP))) && (words <= MAX_SHORT_WORDS || isHeading)
  }
}

const NO_SKIP = new Set<never>()

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
