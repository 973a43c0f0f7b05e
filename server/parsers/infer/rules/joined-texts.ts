import type { Json } from '../../parser-schema.ts'

/** How a text is taken apart, as the transform `split` has it. */
interface TextSplit {
  split: Json
  parts(text: string): string[]
}

const MARKS = [',', ';', '|', '•', '·', '/', '\n']
/** `1. First. 2. Second.` */
const NUMBERS = '\\b\\d{1,2}[.)]\\s+'
const MAX_SPLIT_LENGTH = 20_000

const trimParts = (parts: string[]) => parts.map(part => part.trim()).filter(Boolean)

const SPLITS: TextSplit[] = [
  ...MARKS.map(mark => ({ split: mark, parts: (text: string) => trimParts(text.split(mark)) })),
  {
    split: { pattern: NUMBERS },
    parts: text => trimParts(text.split(new RegExp(NUMBERS))),
  },
]

/** Returns the way to split texts into parts that `isSaid` accepts; undefined if there is none. */
export const findSplit = (texts: string[], isSaid: (parts: string[]) => boolean): TextSplit | undefined =>
  texts.every(text => text.length <= MAX_SPLIT_LENGTH)
    ? SPLITS.find(({ parts }) => isSaid(texts.flatMap(parts)))
    : undefined

/** Returns the separator by which parts make up a text; null if they do not. */
export function jointOf(parts: string[], text: string): string | null {
  const [first, second] = parts
  if (!first || !second || !text.startsWith(first)) return null
  const end = text.indexOf(second, first.length)
  const joint = end < 0 ? '' : text.slice(first.length, end)
  return joint !== '' && joint.length <= 5 && parts.join(joint) === text ? joint : null
}

/** Splits a wanted text into parts that a page may show separately, and the separator; null if it has only one part. */
export function partsOfWanted(text: string): { parts: string[]; joint: string } | null {
  if (text.length > 300) return null
  const [joint] = /\s*[,;|/•·]\s*/.exec(text) ?? []
  if (joint === undefined) return null
  const parts = text.split(joint)
  const isWhole = parts.length <= 20 && parts.every(part => part.trim() === part && part !== '')
  return isWhole ? { parts, joint } : null
}
