import { isBlockName, type PageElement } from './page-elements.ts'

/** By entry: the words of a block outside its inner blocks, and how many of them are in links. */
export interface OwnWords {
  words: Float64Array
  links: Float64Array
  /** Texts that end like a sentence or a part of one. */
  stops: Float64Array
}

export function countOwnWords(elements: PageElement[]): OwnWords {
  const words = new Float64Array(elements.length)
  const links = new Float64Array(elements.length)
  const stops = new Float64Array(elements.length)
  for (let at = elements.length - 1; at > 0; at--) {
    const { name, parent } = elements[at]!
    if (name === '') {
      words[at] = elements[at]!.words
      links[at] = elements[at]!.linkWords
      stops[at] = elements[at]!.stops
    }
    if (!isBlockName(name)) {
      words[parent]! += words[at]!
      links[parent]! += links[at]!
      stops[parent]! += stops[at]!
    }
  }
  return { words, links, stops }
}
