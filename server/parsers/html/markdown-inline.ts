import type { Delete, Emphasis, Link, PhrasingContent, Strong } from 'mdast'

/** Emphasis, strikethrough or a link around the following content, until the mark is removed. */
export type Mark =
  | { type: 'emphasis' }
  | { type: 'strong' }
  | { type: 'delete' }
  | { type: 'link'; url: string }

/** Longer texts are split, since the writer scans to the end of a text for each place that it escapes. */
const LONGEST_TEXT = 4_096

/** The maximum number of emphasized pieces in a paragraph, since the writer tries which adjacent stars belong together. */
const MOST_EMPHASIZED = 1_000

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

  function marksNow(): readonly Mark[] {
    if (marks.every(isLink)) return marks
    emphasized++
    return emphasized <= MOST_EMPHASIZED ? marks : marks.filter(isLink)
  }

  /** Closes marks that ended, writes the gap between, and opens the current marks. */
  function place(): PhrasingContent[] {
    const held = marksNow()
    const ended = open.findIndex(({ mark }, index) => mark !== held[index])
    if (ended >= 0) open = open.slice(0, ended)
    if (gap && children.length > 0)
      innermost().push(gap === ' ' ? { type: 'text', value: ' ' } : { type: 'break' })
    gap = ''
    for (const mark of held.slice(open.length)) open.push({ mark, node: markIn(innermost(), mark) })
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
      if (words) addText(place(), words)
      if (words && text.endsWith(' ')) space()
    },
    add: node => void place().push(node),
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
  if (last?.type === 'text' && last.value.length + words.length <= LONGEST_TEXT) last.value += words
  else
    for (let at = 0; at < words.length; at += LONGEST_TEXT)
      children.push({ type: 'text', value: words.slice(at, at + LONGEST_TEXT) })
}
