import { _compileUnsafe as compileTokens, type Options } from 'css-select'
import nthCheck from 'nth-check'
import { oncePerRecentKey } from '../../base/once.ts'
import { parseSelector, scopedTokens } from '../strict/compile-css.ts'
import { TAG } from '../tree/names.ts'
import { ROOT, type Tree } from '../tree/tree.ts'
import { followPath, pathOf, type SelectorPath } from './follow-path.ts'
import { elementsBeside, numberAdapter, placeIn, searchIn } from './number-adapter.ts'
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
  return { search: (tree, scope, limit) => searchIn(tree, () => general(tree, scope, limit)) }
}

const pathSelector = (path: SelectorPath): FastSelector => ({
  search: (tree, scope, limit) => followPath(tree, path, scope, limit),
})

const MAX_FORMULAS = 100
const formulaOf = oncePerRecentKey(MAX_FORMULAS, nthCheck)

function isAt(node: number, rule: string, isFromEnd: boolean, isOfType: boolean): boolean {
  const siblings = elementsBeside(node, isOfType)
  const index = placeIn(siblings, node)
  return formulaOf(rule)(isFromEnd ? siblings.length - 1 - index : index)
}

/**
 * `:nth-child(…)` and the like, without `of`. css-select counts the siblings before each element, which takes the square of
 * their number.
 */
const COUNTING: NonNullable<Options<number, number>['pseudos']> = {
  'nth-child': (node, rule) => isAt(node, rule!, false, false),
  'nth-last-child': (node, rule) => isAt(node, rule!, true, false),
  'nth-of-type': (node, rule) => isAt(node, rule!, false, true),
  'nth-last-of-type': (node, rule) => isAt(node, rule!, true, true),
}

const countsSiblings = (css: string): boolean => /:nth-/i.test(css) && !/\sof\s/i.test(css)

function compileGeneral(css: string) {
  const context = [0]
  const compile = (pseudos: typeof COUNTING) =>
    compileTokens<number, number>(scopedTokens(css).tokens, {
      adapter: numberAdapter,
      context,
      pseudos,
      // css-select caches nodes in a WeakMap, which does not accept numbers.
      cacheResults: false,
    })
  const general = compile({})
  // The first compilation has checked the formulas.
  const matches = countsSiblings(css) ? compile(COUNTING) : general
  return (tree: Tree, scope: number, limit: number): number[] => {
    context[0] = scope === ROOT ? topElement(tree) : scope
    const within = matches.shouldTestNextSiblings && scope !== ROOT ? tree.parent[scope]! : scope
    const found: number[] = []
    let node = afterTemplate(tree, scope)
    while (node < tree.end[within]! && found.length < limit) {
      if (tree.name[node]! > 0 && matches(node)) found.push(node)
      node = afterTemplate(tree, node)
    }
    return found
  }
}

/** Returns the next node in document order. The content of a template is not part of the page. */
const afterTemplate = ({ name, end }: Tree, node: number): number =>
  name[node] === TAG.TEMPLATE ? end[node]! : node + 1

const topElement = ({ name, count, end }: Tree): number => {
  let node = 1
  while (node < count && name[node]! < 0) node = end[node]!
  return node
}
