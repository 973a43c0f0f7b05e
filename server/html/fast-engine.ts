import { buildTree } from './build/build-tree.ts'
import type { HtmlDocument, HtmlEngine } from './document.ts'
import { attributeNames } from './read/attribute-names.ts'
import { readAttribute } from './read/attributes.ts'
import { readCharacters } from './read/characters.ts'
import { textOfRows } from './read/text-of-rows.ts'
import { compileSelector, type FastSelector } from './select/compile-selector.ts'
import { parse5Engine } from './strict/parse5-engine.ts'
import { ROOT, TEXT, type Tree } from './tree/tree.ts'

/**
 * Pages as columns of numbers, built in one pass and without an object for a node. What its rules of misnesting do not
 * cover is built by parse5 instead: the tree is the same either way.
 */
export const fastEngine: HtmlEngine = {
  compile: compileSelector,
  parse(html) {
    const tree = buildTree(html)
    return typeof tree === 'string' ? strictDocument(html) : documentOf(tree)
  },
}

/** A page of parse5, for selectors of this engine. */
function strictDocument(html: string): HtmlDocument {
  const document = parse5Engine.parse(html)
  return {
    ...document,
    select: (selector: FastSelector, scope, limit) => document.select(selector.strict(), scope, limit),
  }
}

function documentOf(tree: Tree): HtmlDocument {
  const { name, names, end, parent } = tree
  return {
    root: ROOT,
    select: (selector: FastSelector, scope: number, limit) => selector.search(tree, scope, limit),
    elementName: (node: number) => (name[node]! > 0 ? names.texts[name[node]!]! : null),
    characters: (node: number) => (name[node]! <= TEXT ? readCharacters(tree, node) : null),
    text: (node: number, skip) => textOfRows(tree, node, skip),
    attribute: (node: number, wanted) => (name[node]! > 0 ? readAttribute(tree, node, wanted) : null),
    attributeNames: (node: number) => (name[node]! > 0 ? attributeNames(tree, node) : []),
    firstChild: (node: number) => (node + 1 < end[node]! ? node + 1 : null),
    nextSibling: (node: number) => nextSibling(tree, node),
    parent: (node: number) => (node === ROOT ? null : parent[node]!),
  }
}

const nextSibling = ({ end, parent }: Tree, node: number) =>
  node !== ROOT && end[node]! < end[parent[node]!]! ? end[node]! : null
