import type { Nodes } from 'mdast'

/** What stands between the parts of a node. */
const BETWEEN: Partial<Record<Nodes['type'], string>> = {
  list: '\n',
  listItem: '\n',
  blockquote: '\n\n',
  table: '\n',
  tableRow: '\t',
}

/** The words of a node. Trees are no deeper than the reader of Markdown makes them. */
export function plainText(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'footnoteReference') return `[${node.label}]`
  if (node.type === 'footnoteDefinition') return `[${node.label}] ${node.children.map(plainText).join('\n')}`
  if (!('children' in node)) return 'value' in node ? node.value : ''
  const between = BETWEEN[node.type]
  return between === undefined ? lineOf(node.children) : node.children.map(plainText).join(between)
}

/** Parts of a line; the words of a picture do not touch those beside it. */
function lineOf(parts: readonly Nodes[]): string {
  let line = ''
  for (const [index, part] of parts.entries()) {
    const words = plainText(part)
    const areApart = isPicture(part) || (index > 0 && isPicture(parts[index - 1]!))
    const isTouching = /\S$/.test(line) && /^[^\s.,:;!?)]/.test(words)
    line += areApart && isTouching ? ` ${words}` : words
  }
  return line
}

const isPicture = (node: Nodes): boolean =>
  node.type === 'image' || (node.type === 'link' && node.children.every(isPicture))
