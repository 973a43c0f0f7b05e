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
  if ('children' in node) return node.children.map(plainText).join(BETWEEN[node.type] ?? '')
  return 'value' in node ? node.value : ''
}
