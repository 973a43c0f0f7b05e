import { foreignContent, type Token } from 'parse5'
import { ROOT, type Tree } from '../tree/tree.ts'
import { readAttributes } from './attributes.ts'

/** Returns the names of an element's attributes: in lower case, except some of SVG (`viewBox`). */
export function attributeNames(tree: Tree, node: number): string[] {
  const names = [...readAttributes(tree, node).keys()]
  const cased = names.map(casedName)
  // Few names have another case, so for most elements the ancestors need not be searched.
  return cased.some((name, index) => name !== names[index]) && isInPicture(tree, node) ? cased : names
}

function casedName(name: string): string {
  const token = { attrs: [{ name, value: '' }] } as Token.TagToken
  foreignContent.adjustTokenSVGAttrs(token)
  return token.attrs[0]!.name
}

/** SVG elements whose content is HTML. */
const CONTAINS_HTML = new Set(['foreignObject', 'desc', 'title'])

function isInPicture({ names, name, parent }: Tree, node: number): boolean {
  for (let at = node; at !== ROOT; at = parent[at]!) {
    const own = names.textOf(name[at]!)
    if (own === 'svg') return true
    if (at !== node && CONTAINS_HTML.has(own)) return false
  }
  return false
}
