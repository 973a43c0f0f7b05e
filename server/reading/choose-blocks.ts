import { foldWords } from '../parsers/values/fold-words.ts'
import { countTokens } from './count-tokens.ts'
import type { TextBlock } from './write-blocks.ts'

/** A block with its number among all of its page. */
export interface NumberedBlock extends TextBlock {
  number: number
}

/** What is given of a text: its blocks, their tokens, and the number of the block to read on from; null at the end. */
export interface TextPart {
  text: string
  tokens: number
  next: number | null
}

const GAP = '\n\n'

/** Blocks from a number on, until the next one would be too much; the first one is given however long it is. */
export function takeBlocks(blocks: NumberedBlock[], from: number, maxTokens: number): TextPart {
  const texts: string[] = []
  let tokens = 0
  for (const { text, number } of blocks) {
    if (number < from) continue
    const more = countTokens(text)
    if (texts.length > 0 && tokens + more > maxTokens) return { text: texts.join(GAP), tokens, next: number }
    texts.push(text)
    tokens += more
  }
  return { text: texts.join(GAP), tokens, next: null }
}

/** A heading with the blocks below it, and the headings above it. */
interface Section {
  above: NumberedBlock[]
  blocks: NumberedBlock[]
}

/** The sections that have all the words, with the headings around them. Case and accents do not count. */
export function findSections(blocks: NumberedBlock[], words: string): NumberedBlock[] {
  const wanted = foldWords(words).split(/\s+/).filter(Boolean)
  const found = sectionsOf(blocks).filter(section => {
    const text = foldWords(wordsOf(section))
    return wanted.every(word => text.includes(word))
  })
  const kept = new Set(found.flatMap(section => [...section.above, ...section.blocks]))
  return blocks.filter(block => kept.has(block))
}

const wordsOf = ({ above, blocks }: Section): string =>
  [...above.map(({ heading }) => heading!.text), ...blocks.map(({ text }) => text)].join(' ')

function sectionsOf(blocks: NumberedBlock[]): Section[] {
  const sections: Section[] = [{ above: [], blocks: [] }]
  const open: NumberedBlock[] = []
  for (const block of blocks) {
    if (block.heading !== null) {
      while (open.length > 0 && open.at(-1)!.heading!.level >= block.heading.level) open.pop()
      sections.push({ above: [...open], blocks: [] })
      open.push(block)
    }
    sections.at(-1)!.blocks.push(block)
  }
  return sections
}
