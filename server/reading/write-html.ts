import type { Nodes, Parents, Table } from 'mdast'

/** Names of the elements that hold nothing but what is in the node. */
const ELEMENTS: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  listItem: 'li',
  emphasis: 'em',
  strong: 'strong',
}

/** A node as HTML, without any markup that came with its page. Trees are no deeper than the reader of Markdown makes them. */
export function writeHtml(node: Nodes): string {
  const element = ELEMENTS[node.type]
  if (element !== undefined) return `<${element}>${contentOf(node as Parents)}</${element}>`
  switch (node.type) {
    case 'text':
      return escaped(node.value)
    case 'heading':
      return `<h${node.depth}>${contentOf(node)}</h${node.depth}>`
    case 'list':
      return node.ordered
        ? `<ol${startOf(node.start)}>${contentOf(node)}</ol>`
        : `<ul>${contentOf(node)}</ul>`
    case 'table':
      return tableOf(node)
    case 'link':
      return `<a href="${escaped(node.url)}">${contentOf(node)}</a>`
    case 'image':
      return `<img src="${escaped(node.url)}" alt="${escaped(node.alt ?? '')}">`
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`
    case 'code':
      return `<pre><code${languageOf(node.lang)}>${escaped(node.value)}</code></pre>`
    case 'footnoteReference':
      return `<sup>[${escaped(node.label ?? '')}]</sup>`
    case 'footnoteDefinition':
      return `<div><sup>[${escaped(node.label ?? '')}]</sup>${contentOf(node)}</div>`
    case 'break':
      return '<br>'
    default:
      return node.type === 'thematicBreak' ? '<hr>' : ''
  }
}

const contentOf = ({ children }: Parents): string => children.map(writeHtml).join('')

const startOf = (start: number | null | undefined) => ((start ?? 1) === 1 ? '' : ` start="${start}"`)

const languageOf = (lang: string | null | undefined) => (lang ? ` class="language-${escaped(lang)}"` : '')

/** The first row of a table is its head. */
function tableOf({ children: [head, ...rows] }: Table): string {
  const row = (cells: Table['children'][number] | undefined, name: string) =>
    `<tr>${(cells?.children ?? []).map(cell => `<${name}>${contentOf(cell)}</${name}>`).join('')}</tr>`
  const body = rows.map(cells => row(cells, 'td')).join('')
  return `<table><thead>${row(head, 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
