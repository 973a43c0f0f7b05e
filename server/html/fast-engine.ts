import type { HtmlDocument, HtmlEngine } from './document.ts'
import { attributeNames } from './read/attribute-names.ts'
import { readAttribute } from './read/attributes.ts'
import { readWholeText } from './read/characters.ts'
import { textOfRows } from './read/text-of-rows.ts'
import { compileSelector, type FastSelector } from './select/compile-selector.ts'
import { buildTree, freeTree } from './tree/build-tree.ts'
import { TAG } from './tree/names.ts'
import { nextSibling, previousSibling } from './tree/siblings.ts'
import { ROOT, TEXT, type Tree } from './tree/tree.ts'

/**
 * Stores pages as columns of numbers, built in one pass and without an object per node. The tree follows the HTML standard,
 * and building it takes time in proportion to the length of the page.
 */
export const fastEngine: HtmlEngine = {
  compile: compileSelector,
  parse(page, { work, opensNoscript = false } = {}) {
    const tree = buildTree(page, opensNoscript)
    if (work) tree.work = work
    return documentOf(tree)
  },
}

function documentOf(tree: Tree): HtmlDocument {
  const { name, names, end, parent } = tree
  return {
    root: ROOT,
    select: (selector: FastSelector, scope: number, limit) => selector.search(tree, scope, limit),
    elementName: (node: number) => (name[node]! > 0 ? names.textOf(name[node]!) : null),
    characters: (node: number) => (name[node]! <= TEXT ? readWholeText(tree, node) : null),
    text: (node: number, skip) => textOfRows(tree, node, skip),
    attribute: (node: number, attributeName) =>
      name[node]! > 0 ? readAttribute(tree, node, attributeName) : null,
    attributeNames: (node: number) => (name[node]! > 0 ? attributeNames(tree, node) : []),
    isTemplate: (node: number) => name[node] === TAG.TEMPLATE,
    firstChild: (node: number) => (node + 1 < end[node]! ? node + 1 : null),
    nextSibling: (node: number) => nextSibling(tree, node),
    previousSibling: (node: number) => previousSibling(tree, node),
    parent: (node: number) => (node === ROOT ? null : parent[node]!),
    position: (node: number) => node,
    free: () => freeTree(tree),
  }
}
