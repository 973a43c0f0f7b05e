import { _compileUnsafe as compileTokens } from 'css-select'
import { parseSelector, scopedTokens } from '../strict/compile-css.ts'
import { TAG } from '../tree/names.ts'
import { nextElement } from '../tree/siblings.ts'
import { ROOT, type Tree } from '../tree/tree.ts'
import { compileTest } from './element-tests.ts'
import { followPath, pathOf, type SelectorPath } from './follow-path.ts'
import { numberAdapter, searchIn } from './number-adapter.ts'
import { reachOf } from './split-steps.ts'
import { stepsOf } from './steps.ts'

/** A selector for pages stored in columns. */
export interface FastSelector {
  search(tree: Tree, scope: number, limit: number): number[]
}

/**
 * Compiles CSS. A plain path is followed by `followPath`, anything else is handled by css-select. Throws an Error if the CSS
 * is invalid.
 */
export function compileSelector(css: string): FastSelector {
  const steps = stepsOf(parseSelector(css))
  if (steps) return pathSelector(pathOf(steps))
  const general = compileGeneral(css)
  return { search: general }
}

const pathSelector = (path: SelectorPath): FastSelector => ({
  search: (tree, scope, limit) => followPath(tree, path, scope, limit),
})

function compileGeneral(css: string) {
  const context = [0]
  // Throws for invalid CSS.
  const general = compileTokens<number, number>(scopedTokens(css).tokens, {
    adapter: numberAdapter,
    context,
    // css-select caches nodes in a WeakMap, which does not accept numbers.
    cacheResults: false,
  })
  const { tokens } = scopedTokens(css)
  const matches = compileTest(tokens, context) ?? general
  const reach = reachOf(tokens)
  return (tree: Tree, scope: number, limit: number): number[] => {
    context[0] = scope === ROOT ? topElement(tree) : scope
    const within = general.shouldTestNextSiblings && scope !== ROOT ? tree.parent[scope]! : scope
    return searchIn(tree, within, () => {
      const found: number[] = []
      const end = within === scope ? tree.end[scope]! : endOfReach(tree, scope, reach)
      let node = afterTemplate(tree, scope)
      while (node < end && found.length < limit) {
        if (tree.name[node]! > 0 && matches(node)) found.push(node)
        node = afterTemplate(tree, node)
      }
      return found
    })
  }
}

/** Returns the row behind the last sibling of an element that a selector reaches. */
function endOfReach(tree: Tree, scope: number, reach: number): number {
  if (reach === Number.POSITIVE_INFINITY) return tree.end[tree.parent[scope]!]!
  let last = scope
  for (let left = reach; left > 0; left--) last = nextElement(tree, last) ?? last
  return tree.end[last]!
}

/** Returns the next node in document order. The content of a template is not part of the page. */
const afterTemplate = ({ name, end }: Tree, node: number): number =>
  name[node] === TAG.TEMPLATE ? end[node]! : node + 1

const topElement = ({ name, count, end }: Tree): number => {
  let node = 1
  while (node < count && name[node]! < 0) node = end[node]!
  return node
}
