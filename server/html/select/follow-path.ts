import { BLOCK, mayHold } from '../tree/blocks.ts'
import { TAG } from '../tree/names.ts'
import { ROOT, type Tree } from '../tree/tree.ts'
import { spend } from '../work.ts'
import { passes } from './attribute-tests.ts'
import type { SelectorStep } from './steps.ts'

/** Depth of a page from which the results for an element's ancestors are cached. */
const DEEP_TREE = 128

/** Work for an element that was found, besides the work of visiting it. */
const WORK_PER_MATCH = 8

/** A search for a path in one page. */
interface PathSearch {
  tree: Tree
  steps: SelectorStep[]
  /** Name numbers of the steps; 0 for any name. */
  names: readonly number[]
  scope: number
  /** By step: whether the ancestors of a node match the earlier steps, as a `MatchResult`; 0 if unknown. Only for deep pages. */
  known: Uint8Array[] | null
}

/** A path of selector steps. */
export interface SelectorPath {
  steps: SelectorStep[]
  /** Name numbers of the steps, if they are the same in every page, as those of HTML are. */
  names: readonly number[] | null
}

export const pathOf = (steps: SelectorStep[]): SelectorPath => ({
  steps,
  names: steps.every(({ number }) => number !== null) ? steps.map(({ number }) => number!) : null,
})

/** Returns at most `limit` elements inside `scope` that match a path, in document order. */
export function followPath(
  tree: Tree,
  { steps, names: known }: SelectorPath,
  scope: number,
  limit: number,
): number[] {
  const names = known ?? nameNumbersOf(steps, tree)
  if (!known && names.includes(ABSENT)) return []
  const span = tree.end[scope]! - scope
  const isDeep = tree.depth > DEEP_TREE && span > DEEP_TREE && steps.length > 1
  if (isDeep) spend(tree.work, (span * steps.length) >> 4)
  const cache = isDeep ? steps.map(() => new Uint8Array(span)) : null
  const search = { tree, steps, names, scope, known: cache }
  return limit === 1 ? searchFirst(search) : searchRows(search, limit)
}

/** The number of a name that no element of the page has. */
const ABSENT = -1

const nameNumbersOf = (steps: SelectorStep[], { names }: Tree): number[] =>
  steps.map(({ name, number }) => number ?? (names.numberOf(name!) || ABSENT))

/** Finds the first match. Most rules need a single element, for which a growing list would cost more than the search. */
function searchFirst(search: PathSearch): number[] {
  const { tree, scope, steps } = search
  const last = steps.length - 1
  const to = tree.end[scope]!
  let node = nextCandidate(search, scope)
  while (node !== to && matches(search, node, last) !== YES) node = nextCandidate(search, node)
  const isFound = node !== to
  spend(tree.work, node - scope + Number(isFound) * WORK_PER_MATCH)
  return isFound ? [node] : []
}

function searchRows(search: PathSearch, limit: number): number[] {
  const { tree, scope, steps } = search
  const last = steps.length - 1
  const found: number[] = []
  let node = scope
  while (found.length < limit) {
    node = nextCandidate(search, node)
    if (node === tree.end[scope]) break
    if (matches(search, node, last) === YES) found.push(node)
  }
  spend(tree.work, node - scope + found.length * WORK_PER_MATCH)
  return found
}

/** Returns the first row after `before` with the name and the word bits of the last step. */
function nextCandidate({ tree, scope, steps, names }: PathSearch, before: number): number {
  const { name, words, end, blocks } = tree
  const last = steps.length - 1
  const nameNumber = names[last]!
  const neededWords = steps[last]!.words
  const to = end[scope]!
  for (let node = before; ; ) {
    // The content of a template is not part of the page.
    node = name[node] === TAG.TEMPLATE ? end[node]! : node + 1
    while (node % BLOCK === 0 && node < to && !mayHold(blocks, node, nameNumber, neededWords)) node += BLOCK
    if (node >= to) return to
    const isNamed = nameNumber === 0 ? name[node]! > 0 : name[node] === nameNumber
    if (isNamed && (words[node]! & neededWords) === neededWords) return node
  }
}

/** The result of matching a node against a step. */
type MatchResult = typeof YES | typeof NO | typeof NEVER
const YES = 1
/** The node does not match the step; an ancestor may. */
const NO = 2
/** Neither the node nor any ancestor matches. */
const NEVER = 3

function matches(search: PathSearch, node: number, step: number): MatchResult {
  const { tree, steps, names } = search
  const { words } = steps[step]!
  if ((names[step] !== 0 && tree.name[node] !== names[step]) || (tree.words[node]! & words) !== words)
    return NO
  for (const test of steps[step]!.attributes) if (!passes(tree, node, test)) return NO
  if (step === 0) return YES
  return steps[step]!.isChild
    ? matchesAt(search, tree.parent[node]!, step - 1)
    : matchesAround(search, node, step)
}

/** The first step may match the scope itself, but nothing around it. */
const matchesAt = (search: PathSearch, node: number, step: number): MatchResult =>
  node >= search.scope && node !== ROOT && search.tree.name[node]! > 0 ? matches(search, node, step) : NO

/**
 * Whether an ancestor of a node matches the earlier steps. The nearest match decides, because its ancestors include those of
 * any other match: no step is tried twice for an element.
 */
function matchesAround(search: PathSearch, node: number, step: number): MatchResult {
  const { tree, scope } = search
  const known = search.known?.[step]
  let at = node
  let visited = 0
  let answer: MatchResult = NO
  while (answer === NO) {
    at = tree.parent[at]!
    visited++
    if (at < scope || at === ROOT) answer = NEVER
    else answer = matchesAt(search, at, step - 1)
    if (answer === NO && known?.[at - scope]) answer = known[at - scope] as MatchResult
  }
  if (known) for (let up = node; up !== at && up >= scope; up = tree.parent[up]!) known[up - scope] = answer
  spend(tree.work, visited)
  return answer
}
