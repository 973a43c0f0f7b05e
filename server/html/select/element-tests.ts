import { _compileUnsafe as compileTokens, type Options } from 'css-select'
import { isTraversal, type PseudoSelector, type Selector, SelectorType } from 'css-what'
import nthCheck from 'nth-check'
import { oncePerRecentKey } from '../../base/once.ts'
import { firstAtOrAfter } from '../rising-numbers.ts'
import { TAG } from '../tree/names.ts'
import { containsTest } from './contained-text.ts'
import {
  elementAfter,
  elementBefore,
  elementsBeside,
  elementsIn,
  numberAdapter,
  parentElement,
  perSearch,
  searchedTree,
} from './number-adapter.ts'
import { parseCss } from './parse-css.ts'
import { isScope, SCOPE, splitSteps } from './split-steps.ts'

/** Whether an element of the page that is searched matches a selector. */
export type ElementTest = (node: number) => boolean

type Pseudos = NonNullable<Options<number, number>['pseudos']>

/**
 * Compiles selectors to a test of an element, in which css-select judges the conditions on single elements only. The
 * combinators and `:has` would try all ancestors, siblings or descendants of each element, so here each element is tested
 * once in a search. `context[0]` is the element for `:scope`, which is set before each search. Returns null for selectors
 * that only css-select knows.
 */
export function compileTest(selectors: readonly Selector[][], context?: number[]): ElementTest | null {
  const tests: ElementTest[] = []
  for (const selector of selectors) {
    const test = testOfSteps(selector, context)
    if (!test) return null
    tests.push(test)
  }
  return anyOf(tests)
}

function anyOf(tests: ElementTest[]): ElementTest {
  return tests.length === 1 ? tests[0]! : node => tests.some(test => test(node))
}

function testOfSteps(selector: readonly Selector[], context: number[] | undefined): ElementTest | null {
  const { conditions, combinators } = splitSteps(selector)
  if (combinators.length > 0 && conditions[0]!.length === 0) conditions[0] = [SCOPE]
  let before: ElementTest | null = null
  for (const [index, tokens] of conditions.entries()) {
    const test = testOfConditions(tokens, before, context)
    if (!test || index === combinators.length) return test
    const isInScope = index === 0 && isScope(tokens) && combinators[0] === SelectorType.Descendant
    before =
      isInScope && context ? insideOf(context) : (BACKWARDS[combinators[index]!]?.(test, tokens) ?? null)
    if (!before) return null
  }
  return null
}

/** `:scope b` also finds the scope itself, if it is a `b`. */
const insideOf =
  (context: number[]): ElementTest =>
  node =>
    node >= context[0]! && node < searchedTree().end[context[0]!]!

/** By combinator: makes the test of an element whose parent, ancestor or sibling has to pass a test. */
const BACKWARDS: Partial<Record<SelectorType, (test: ElementTest, tokens: Selector[]) => ElementTest>> = {
  [SelectorType.Child]: (test, tokens) => of(parentElement, tokens.some(isPseudo) ? remembered(test) : test),
  [SelectorType.Descendant]: test => along(parentElement, test),
  [SelectorType.Adjacent]: test => of(elementBefore, test),
  [SelectorType.Sibling]: test => along(elementBefore, test),
}

const isPseudo = ({ type }: Selector) => type === SelectorType.Pseudo

type Step = (node: number) => number | null

const of =
  (step: Step, test: ElementTest): ElementTest =>
  node => {
    const next = step(node)
    return next !== null && test(next)
  }

/** Whether one of the elements passes to which repeated steps lead. */
function along(step: Step, test: ElementTest): ElementTest {
  const knownIn = perSearch(() => new Map<number, boolean>())
  return node => {
    /** Whether an element, or one further on, passes. */
    const known = knownIn()
    const visited: number[] = []
    let passes: boolean | undefined
    for (let at = step(node); at !== null && passes === undefined; at = step(at)) {
      passes = known.get(at)
      if (passes !== undefined) break
      visited.push(at)
      if (test(at)) passes = true
    }
    for (const at of visited) known.set(at, passes ?? false)
    return passes ?? false
  }
}

function remembered(test: ElementTest): ElementTest {
  const knownIn = perSearch(() => new Map<number, boolean>())
  return node => {
    const known = knownIn()
    const before = known.get(node)
    if (before !== undefined) return before
    const passes = test(node)
    known.set(node, passes)
    return passes
  }
}

/** Makes the test of an element by conditions on itself, and by what is `before` it. The conditions that cost most come last. */
function testOfConditions(
  tokens: readonly Selector[],
  before: ElementTest | null,
  context: number[] | undefined,
): ElementTest | null {
  const own: Selector[] = []
  const tests: ElementTest[] = before ? [before] : []
  for (const token of tokens) {
    const inner = innerTest(token, context)
    if (inner === null) return null
    if (!inner) own.push(token)
    else if (COSTLY.has((token as PseudoSelector).name)) tests.push(inner)
    else tests.unshift(inner)
  }
  const matches = compileTokens<number, number>([own], {
    adapter: numberAdapter,
    ...(context && { context }),
    pseudos: COUNTING,
    // css-select caches nodes in a WeakMap, which does not accept numbers.
    cacheResults: false,
  })
  return [matches, ...tests].reduceRight((next, test) => node => test(node) && next(node))
}

const COSTLY = new Set(['has', 'contains', 'icontains'])

/** Returns a test for a condition that css-select does not judge; null if only css-select can, undefined if it may. */
function innerTest(token: Selector, context: number[] | undefined): ElementTest | null | undefined {
  if (token.type !== SelectorType.Pseudo) return undefined
  const { name, data } = token
  if (name === 'contains' || name === 'icontains') return containsTest(data as string, name === 'icontains')
  if (typeof data === 'string' && / of /i.test(data)) return countedAmong(token, data, context)
  if (!Array.isArray(data)) return undefined
  if (name === 'has') return hasTest(data)
  const test = compileTest(data, context)
  return test && name === 'not' ? node => !test(node) : test
}

const MAX_FORMULAS = 100
const formulaOf = oncePerRecentKey(MAX_FORMULAS, nthCheck)

function isAt(node: number, rule: string, isFromEnd: boolean, isOfType: boolean): boolean {
  return isPlace(elementsBeside(node, isOfType), node, rule, isFromEnd)
}

function isPlace(siblings: number[], node: number, rule: string, isFromEnd: boolean): boolean {
  const index = firstAtOrAfter(siblings, node)
  return formulaOf(rule)(isFromEnd ? siblings.length - 1 - index : index)
}

/** Conditions on the place among siblings. css-select looks at the siblings for each element, which takes the square of their number. */
const COUNTING: Pseudos = {
  'nth-child': (node, rule) => isAt(node, rule!, false, false),
  'nth-last-child': (node, rule) => isAt(node, rule!, true, false),
  'nth-of-type': (node, rule) => isAt(node, rule!, false, true),
  'nth-last-of-type': (node, rule) => isAt(node, rule!, true, true),
  'last-child': node => elementsBeside(node, false).at(-1) === node,
  'first-of-type': node => elementsBeside(node, true)[0] === node,
  'last-of-type': node => elementsBeside(node, true).at(-1) === node,
  'only-child': node => elementsBeside(node, false).length === 1,
  'only-of-type': node => elementsBeside(node, true).length === 1,
}

/** `:nth-child(2 of .x)` counts only the siblings that match. */
function countedAmong(
  { name }: PseudoSelector,
  data: string,
  context: number[] | undefined,
): ElementTest | null | undefined {
  const [, rule, css] = /^(.+?)\s+of\s+(.+)$/is.exec(data) ?? []
  if (rule === undefined || !/^nth-(?:last-)?child$/.test(name)) return undefined
  const test = compileTest(parseCss(css!.trim()), context)
  if (!test) return null
  const listsIn = perSearch(() => new Map<number, number[]>())
  return node => {
    const lists = listsIn()
    const parent = searchedTree().parent[node]!
    const siblings = lists.get(parent) ?? elementsIn(parent).filter(test)
    lists.set(parent, siblings)
    return (
      siblings[firstAtOrAfter(siblings, node)] === node &&
      isPlace(siblings, node, rule.trim(), name === 'nth-last-child')
    )
  }
}

/** Makes the test of `:has(…)`; null if only css-select knows its meaning. */
function hasTest(selectors: readonly Selector[][]): ElementTest | null {
  if (selectors.some(hasInnerSteps)) return null
  // css-select looks beside the element for all of them if one of them starts there.
  if (selectors.length > 1 && selectors.some(startsBeside)) return null
  const tests: ElementTest[] = []
  for (const selector of selectors) {
    const test = forwardTest(selector)
    if (!test) return null
    tests.push(test)
  }
  return anyOf(tests)
}

const startsBeside = ([first, second]: readonly Selector[]) =>
  [first, second].some(token => token?.type === SelectorType.Adjacent || token?.type === SelectorType.Sibling)

/** Whether pseudo-classes in a selector depend on more than one element: css-select ties these to the element of `:has`. */
const hasInnerSteps = (selector: readonly Selector[]): boolean =>
  selector.some(
    (token, index) =>
      token.type === SelectorType.Pseudo &&
      ((Array.isArray(token.data) &&
        token.data.some(inner => inner.some(isTraversal) || hasInnerSteps(inner))) ||
        (typeof token.data === 'string' && / of /i.test(token.data)) ||
        (token.name === 'scope' && !(index === 0 && isTraversal(selector[1] ?? token)))),
  )

/** Makes the test of an element from which a selector leads to another element. */
function forwardTest(selector: readonly Selector[]): ElementTest | null {
  const { conditions, combinators } = splitSteps(selector)
  const isRelative = combinators.length > 0 && (conditions[0]!.length === 0 || isScope(conditions[0]!))
  if (isRelative) conditions.shift()
  else combinators.unshift(SelectorType.Descendant)
  let found: ElementTest | null = null
  for (let index = conditions.length - 1; index >= 0; index--) {
    const test: ElementTest | null = testOfConditions(conditions[index]!, found, undefined)
    const forward: ElementTest | null = (test && FORWARDS[combinators[index]!]?.(test)) ?? null
    if (!test || !forward) return null
    // The element itself may be the first step of `:has(a b)`.
    const mayBeItself =
      index === 0 && combinators[0] === SelectorType.Descendant && leadsInside(combinators[1])
    found = mayBeItself ? anyOf([test, forward]) : forward
  }
  return found
}

const leadsInside = (combinator: SelectorType | undefined) =>
  combinator === SelectorType.Descendant || combinator === SelectorType.Child

/** By combinator: makes the test of an element to which something has to be a child, descendant or sibling that passes a test. */
const FORWARDS: Partial<Record<SelectorType, (test: ElementTest) => ElementTest>> = {
  [SelectorType.Child]: test => remembered(node => elementsIn(node).some(test)),
  [SelectorType.Descendant]: holdsOne,
  [SelectorType.Adjacent]: test => of(elementAfter, test),
  [SelectorType.Sibling]: test => along(elementAfter, test),
}

/** Whether an element inside passes. */
function holdsOne(test: ElementTest): ElementTest {
  const knownIn = perSearch(() => new Map<number, boolean>())
  return node => {
    const known = knownIn()
    const before = known.get(node)
    if (before !== undefined) return before
    const { name, end } = searchedTree()
    const visited = [node]
    let at = name[node] === TAG.TEMPLATE ? end[node]! : node + 1
    while (at < end[node]!) {
      const holds = name[at]! > 0 ? known.get(at) : false
      if (name[at]! > 0 && (holds || test(at))) break
      if (holds === undefined) visited.push(at)
      at = holds === undefined && name[at] !== TAG.TEMPLATE ? at + 1 : end[at]!
    }
    const isFound = at < end[node]!
    for (const one of visited) known.set(one, isFound && end[one]! > at)
    return isFound
  }
}
