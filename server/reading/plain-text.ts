import type { Nodes } from 'mdast'

/** Separators between the children of a node. */
const SEPARATORS: Partial<Record<Nodes['type'], string>> = {
  list: '\n',
  listItem: '\n',
  blockquote: '\n\n',
  table: '\n',
  tableRow: '\t',
}

/** Returns the text of a node. Recursion is safe: the Markdown reader limits the depth of trees. */
export function plainText(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'footnoteReference') return `[${node.label}]`
  if (node.type === 'footnoteDefinition') return `[${node.label}] ${node.children.map(plainText).join('\n')}`
  if (!('children' in node)) return 'value' in node ? node.value : ''
  const separator = SEPARATORS[node.type]
  return separator === undefined ? joinInline(node.children) : node.children.map(plainText).join(separator)
}

/** Joins inline nodes, with a space between an image's text and adjacent words. */
function joinInline(parts: readonly Nodes[]): string {
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
