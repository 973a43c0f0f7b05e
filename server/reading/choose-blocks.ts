import type { RootContent } from 'mdast'
import { writeBlocks } from '../parsers/html/markdown/write-tree.ts'
import { foldWords } from '../parsers/values/fold-words.ts'
import { countTokens } from './count-tokens.ts'
import { plainText } from './plain-text.ts'
import type { Format } from './read-options.ts'
import type { TextBlock } from './split-blocks.ts'
import { writeHtml } from './write-html.ts'

/** A part of a text: its blocks, their tokens, and the number of the block to continue from, or null at the end. */
interface TextPart {
  text: string
  tokens: number
  next: number | null
}

const SEPARATOR = '\n\n'

const WRITERS: Record<Format, (nodes: RootContent[]) => string> = {
  markdown: writeBlocks,
  text: nodes => nodes.map(plainText).join(SEPARATOR).trim(),
  html: nodes => nodes.map(writeHtml).join('\n'),
}

/**
 * Writes blocks, starting from a block number, until the next block would exceed `maxTokens`, then the notes that they refer
 * to. The first block is always written, however long it is.
 */
export function takeBlocks(
  blocks: TextBlock[],
  { format, from, maxTokens }: { format: Format; from: number; maxTokens: number },
  noteOf: (label: string) => RootContent,
): TextPart {
  const texts: string[] = []
  const notes = new Map<string, string>()
  const write = WRITERS[format]
  const joinTexts = () => [...texts, ...notes.values()].join(SEPARATOR)
  let tokens = 0
  for (const { nodes, number, notes: labels } of blocks) {
    if (number < from) continue
    const text = write(nodes)
    const newNotes = labels
      .filter(label => !notes.has(label))
      .map(label => [label, write([noteOf(label)])] as const)
    const addedTokens = countTokens(text) + newNotes.reduce((sum, [, note]) => sum + countTokens(note), 0)
    if (texts.length > 0 && tokens + addedTokens > maxTokens)
      return { text: joinTexts(), tokens, next: number }
    if (text !== '') texts.push(text)
    for (const [label, note] of newNotes) notes.set(label, note)
    tokens += addedTokens
  }
  return { text: joinTexts(), tokens, next: null }
}

/** A heading with the blocks below it, and its parent headings. */
interface Section {
  above: TextBlock[]
  blocks: TextBlock[]
}

/** Returns the sections that contain all of the words, with their parent headings. Ignores case and accents. */
export function findSections(blocks: TextBlock[], words: string): TextBlock[] {
  const foldedWords = foldWords(words).split(/\s+/).filter(Boolean)
  const found = sectionsOf(blocks).filter(section => {
    const text = foldWords(wordsOf(section))
    return foldedWords.every(word => text.includes(word))
  })
  const kept = new Set(found.flatMap(section => [...section.above, ...section.blocks]))
  return blocks.filter(block => kept.has(block))
}

const wordsOf = ({ above, blocks }: Section): string =>
  [...above.map(({ heading }) => heading!.text), ...blocks.flatMap(({ nodes }) => nodes.map(plainText))].join(
    ' ',
  )

function sectionsOf(blocks: TextBlock[]): Section[] {
  const sections: Section[] = [{ above: [], blocks: [] }]
  const parents: TextBlock[] = []
  for (const block of blocks) {
    if (block.heading !== null) {
      while (parents.length > 0 && parents.at(-1)!.heading!.level >= block.heading.level) parents.pop()
      sections.push({ above: [...parents], blocks: [] })
      parents.push(block)
    }
    sections.at(-1)!.blocks.push(block)
  }
  return sections
}
