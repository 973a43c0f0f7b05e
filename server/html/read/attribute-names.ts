import { foreignContent, type Token } from 'parse5'
import { ROOT, type Tree } from '../tree/tree.ts'
import { readAttributes } from './attributes.ts'

/** Names of attributes are in lower case, but for some of SVG (`viewBox`). */
export function attributeNames(tree: Tree, node: number): string[] {
  const names = [...readAttributes(tree, node).keys()]
  const cased = names.map(casedName)
  // Few names differ: that spares most elements the way up.
  return cased.some((name, index) => name !== names[index]) && isInPicture(tree, node) ? cased : names
}

function casedName(name: string): string {
  const token = { attrs: [{ name, value: '' }] } as Token.TagToken
  foreignContent.adjustTokenSVGAttrs(token)
  return token.attrs[0]!.name
}

/** Elements of SVG in which HTML starts anew. */
const CONTAINS_HTML = new Set(['foreignObject', 'desc', 'title'])

function isInPicture({ names, name, parent }: Tree, node: number): boolean {
  for (let at = node; at !== ROOT; at = parent[at]!) {
    const own = names.textOf(name[at]!)
    if (own === 'svg') return true
    if (at !== node && CONTAINS_HTML.has(own)) return false
  }
  return false
}
