import type { Delete, Emphasis, Link, PhrasingContent, Strong } from 'mdast'

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
