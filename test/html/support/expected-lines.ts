import { addElement, addText, type TreeLines } from './page-lines.ts'

const ELEMENT = /^<(?!!|\?)(?:svg |math )?(.*)>$/
const ATTRIBUTE = /^([^"].*?)="(.*)"$/s

/** The expected tree of an html5lib test as lines: `| <p>`, below it `|   class="x"` and `|   "text"`. */
export function linesOfExpected(expected: string): TreeLines {
  const lines: TreeLines = []
  const attributes = new Map<string, string>()
  let open: { depth: number; name: string } | null = null
  const close = () => {
    if (open) addElement(lines, open.depth, open.name, attributes)
    open = null
    attributes.clear()
  }
  for (const { depth, text } of rowsOf(expected)) {
    const element = ELEMENT.exec(text)
    const attribute = element ? null : ATTRIBUTE.exec(text)
    if (attribute) attributes.set(attribute[1]!.replace(' ', ':').toLowerCase(), attribute[2]!)
    else close()
    if (element) open = { depth, name: element[1]! }
    if (text.startsWith('"')) addText(lines, depth, text.slice(1, -1))
  }
  close()
  return lines
}

/** The rows of an expected tree. A text may span several lines. The children of a template are one level below its `content`. */
function rowsOf(expected: string): { depth: number; text: string }[] {
  const rows = expected.split(/(?:^|\n)\| /).slice(1)
  const contents: number[] = []
  return rows.map(row => {
    const indent = /^ */.exec(row)![0].length
    while (contents.length > 0 && indent <= contents.at(-1)!) contents.pop()
    const depth = indent / 2 + 1 - contents.length
    const text = row.slice(indent).replace(/\n+$/, end => (row.trimEnd().endsWith('"') ? '' : end))
    if (text.trim() === 'content') contents.push(indent)
    return { depth, text: text.trimEnd().endsWith('"') || !text.startsWith('"') ? text.trimEnd() : text }
  })
}
