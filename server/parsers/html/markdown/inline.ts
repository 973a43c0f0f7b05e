import type { Delete, Emphasis, Link, PhrasingContent, Strong, Text } from 'mdast'

/** Emphasis, strikethrough or a link around the following content, until the mark is removed. */
export type Mark =
  | { type: 'emphasis' }
  | { type: 'strong' }
  | { type: 'delete' }
  | { type: 'link'; url: string }

/** Longer texts are split, since the writer scans to the end of a text for each place that it escapes. */
const MAX_TEXT_LENGTH = 4_096

/** The maximum number of emphasized pieces in a paragraph, since the writer tries which adjacent stars belong together. */
const MAX_EMPHASIZED = 1_000

type MarkNode = Emphasis | Strong | Delete | Link

/** The content of a paragraph, heading or cell while it is collected. White space is collapsed and kept outside of marks. */
export interface InlineContent {
  children: PhrasingContent[]
  text(characters: string): void
  /** Adds what is not text. */
  add(node: PhrasingContent): void
  /** Separates the words before and after it. */
  space(): void
  /** Ends a line. Returns false if that would create an empty line, at which a paragraph ends. */
  lineBreak(): boolean
}

/** Starts inline content. `marks` are the current ones, the outermost first. */
export function createInline(marks: readonly Mark[]): InlineContent {
  const children: PhrasingContent[] = []
  let open: { mark: Mark; node: MarkNode }[] = []
  let gap: '' | ' ' | '\n' = ''
  let emphasized = 0

  const innermost = () => open.at(-1)?.node.children ?? children

  function limitMarks(): readonly Mark[] {
    if (marks.every(isLink)) return marks
    emphasized++
    return emphasized <= MAX_EMPHASIZED ? marks : marks.filter(isLink)
  }

  /** Closes marks that ended, writes the gap between, and opens the current marks. */
  function openMarks(): PhrasingContent[] {
    const currentMarks = limitMarks()
    const endedAt = open.findIndex(({ mark }, index) => mark !== currentMarks[index])
    if (endedAt >= 0) open = open.slice(0, endedAt)
    if (gap && children.length > 0)
      innermost().push(gap === ' ' ? { type: 'text', value: ' ' } : { type: 'break' })
    gap = ''
    for (const mark of currentMarks.slice(open.length)) open.push({ mark, node: markIn(innermost(), mark) })
    return innermost()
  }

  const space = () => {
    gap ||= ' '
  }

  return {
    children,
    text(characters) {
      const text = characters.replace(/\s+/g, ' ')
      const words = text.trim()
      if (text.startsWith(' ')) space()
      if (words) addText(openMarks(), words)
      if (words && text.endsWith(' ')) space()
    },
    add: node => void openMarks().push(node),
    space,
    lineBreak() {
      const isEmpty = gap === '\n'
      gap = '\n'
      return !isEmpty
    },
  }
}

const isLink = ({ type }: Mark) => type === 'link'

/** Returns the node of a mark at the end of a list. Emphasis that has just ended is continued. */
function markIn(children: PhrasingContent[], mark: Mark): MarkNode {
  const last = children.at(-1)
  if (mark.type !== 'link' && last?.type === mark.type) return last as MarkNode
  const node: MarkNode = { ...mark, children: [] }
  children.push(node)
  return node
}

function addText(children: PhrasingContent[], words: string): void {
  const last = children.at(-1)
  if (last?.type === 'text' && last.value.length + words.length <= MAX_TEXT_LENGTH) last.value += words
  else
    for (let at = 0; at < words.length; at += MAX_TEXT_LENGTH)
      children.push({ type: 'text', value: words.slice(at, at + MAX_TEXT_LENGTH) })
}

const WORD = /[^\s\p{P}\p{S}]/u

/**
 * Moves punctuation at the ends of emphasis that touches a word out of it. Stars between punctuation and a word are no
 * emphasis, so the writer would write the letter as a number (`**a:**&#x62;`). Recursion is safe: marks nest a few levels.
 */
export function releasePunctuation(children: PhrasingContent[]): PhrasingContent[] {
  if (!children.some(isMarkNode)) return children
  const released: PhrasingContent[] = []
  for (const [index, child] of children.entries()) {
    if (isMarkNode(child)) child.children = releasePunctuation(child.children) as MarkNode['children']
    const isEmphasis = child.type === 'emphasis' || child.type === 'strong'
    const nodes = isEmphasis && touchesWord(children, index) ? withoutEnds(child) : [child]
    for (const node of nodes)
      if (node.type === 'text') addText(released, node.value)
      else released.push(node)
  }
  return released
}

const isMarkNode = (node: PhrasingContent): node is MarkNode => 'children' in node

function touchesWord(children: PhrasingContent[], index: number): boolean {
  const [before, after] = [children[index - 1], children[index + 1]]
  return (
    (before?.type === 'text' && WORD.test(before.value.slice(-1))) ||
    (after?.type === 'text' && WORD.test(after.value.slice(0, 1)))
  )
}

const PUNCTUATION_AT_START = /^[\s\p{P}\p{S}]+/u
const PUNCTUATION_AT_END = /(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/u

/** Returns emphasis, and the punctuation at its ends beside it. */
function withoutEnds(node: Emphasis | Strong): PhrasingContent[] {
  const start = takeMatch(node.children, 0, PUNCTUATION_AT_START)
  const end = takeMatch(node.children, node.children.length - 1, PUNCTUATION_AT_END)
  return [...start, ...(node.children.length > 0 ? [node] : []), ...end]
}

/** Takes what matches out of the text at an index, and the text itself if nothing is left of it. */
function takeMatch(children: PhrasingContent[], index: number, pattern: RegExp): Text[] {
  const child = children[index]
  const match = child?.type === 'text' ? pattern.exec(child.value) : null
  if (child?.type !== 'text' || match === null) return []
  const [value] = match
  child.value = child.value.slice(0, match.index) + child.value.slice(match.index + value.length)
  if (child.value === '') children.splice(index, 1)
  return [{ type: 'text', value }]
}
