import { BLOCK, mayHold } from '../tree/blocks.ts'
import { TAG } from '../tree/names.ts'
import { ROOT, type Tree } from '../tree/tree.ts'
import { spend } from '../work.ts'
import { passes } from './attribute-tests.ts'
import type { Step } from './steps.ts'

/** From this depth on, what was found out about an element's surroundings is remembered. */
const DEEP = 128

/** What an element that was found takes, beside being looked at. */
const FOUND = 8

/** A search for a path in one page. */
interface Search {
  tree: Tree
  steps: Step[]
  /** Numbers of the steps' names; 0 for any. */
  names: readonly number[]
  scope: number
  /** By step: whether the steps before it are around a node, as a `Match`; 0 where that is not known. Only for deep pages. */
  known: Uint8Array[] | null
}

/** A path of selector steps. */
export interface Path {
  steps: Step[]
  /** Numbers of the steps' names, where they are the same in every page: names of HTML. */
  names: readonly number[] | null
}

export const pathOf = (steps: Step[]): Path => ({
  steps,
  names: steps.every(({ number }) => number !== null) ? steps.map(({ number }) => number!) : null,
})

/** At most `limit` elements inside `scope` that a path leads to from there, in document order. */
export function followPath(
  tree: Tree,
  { steps, names: known }: Path,
  scope: number,
  limit: number,
): number[] {
  const names = known ?? numbersOf(steps, tree)
  if (!known && names.includes(ABSENT)) return []
  const span = tree.end[scope]! - scope
  const isDeep = tree.depth > DEEP && span > DEEP && steps.length > 1
  if (isDeep) spend(tree.work, (span * steps.length) >> 4)
  const surroundings = isDeep ? steps.map(() => new Uint8Array(span)) : null
  const search = { tree, steps, names, scope, known: surroundings }
  return limit === 1 ? searchFirst(search) : searchRows(search, limit)
}

/** Stands for a name that no element of the page has. */
const ABSENT = -1

const numbersOf = (steps: Step[], { names }: Tree): number[] =>
  steps.map(({ name, number }) => number ?? (names.numberOf(name!) || ABSENT))

/** Most rules want one element, for which a list that can grow would take more than the search itself. */
function searchFirst(search: Search): number[] {
  const { tree, scope, steps } = search
  const last = steps.length - 1
  const to = tree.end[scope]!
  let node = nextCandidate(search, scope)
  while (node !== to && matches(search, node, last) !== YES) node = nextCandidate(search, node)
  const isFound = node !== to
  spend(tree.work, node - scope + Number(isFound) * FOUND)
  return isFound ? [node] : []
}

function searchRows(search: Search, limit: number): number[] {
  const { tree, scope, steps } = search
  const last = steps.length - 1
  const found: number[] = []
  let node = scope
  while (found.length < limit) {
    node = nextCandidate(search, node)
    if (node === tree.end[scope]) break
    if (matches(search, node, last) === YES) found.push(node)
  }
  spend(tree.work, node - scope + found.length * FOUND)
  return found
}

/** The first row behind this one that has the name and the marks of the words that the last step asks for. */
function nextCandidate({ tree, scope, steps, names }: Search, before: number): number {
  const { name, words, end, blocks } = tree
  const last = steps.length - 1
  const wanted = names[last]!
  const needed = steps[last]!.words
  const to = end[scope]!
  for (let node = before; ; ) {
    // The content of a template is not part of the page.
    node = name[node] === TAG.TEMPLATE ? end[node]! : node + 1
    while (node % BLOCK === 0 && node < to && !mayHold(blocks, node, wanted, needed)) node += BLOCK
    if (node >= to) return to
    const isNamed = wanted === 0 ? name[node]! > 0 : name[node] === wanted
    if (isNamed && (words[node]! & needed) === needed) return node
  }
}

/** How a step matches a node. */
type Match = typeof YES | typeof NO | typeof NEVER
const YES = 1
/** The node is not what the step asks for; one around it may be. */
const NO = 2
/** No node that lies further out would make a difference. */
const NEVER = 3

function matches(search: Search, node: number, step: number): Match {
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

/** The first step may be the scope itself, but nothing around it. */
const matchesAt = (search: Search, node: number, step: number): Match =>
  node >= search.scope && node !== ROOT && search.tree.name[node]! > 0 ? matches(search, node, step) : NO

/**
 * Whether one of the elements around a node is where the step before leads. The nearest one decides: what lies around it
 * is all that would lie around any other, so that no step is tried twice for an element.
 */
function matchesAround(search: Search, node: number, step: number): Match {
  const { tree, scope } = search
  const known = search.known?.[step]
  let at = node
  let looked = 0
  let answer: Match = NO
  while (answer === NO) {
    at = tree.parent[at]!
    looked++
    if (at < scope || at === ROOT) answer = NEVER
    else answer = matchesAt(search, at, step - 1)
    if (answer === NO && known?.[at - scope]) answer = known[at - scope] as Match
  }
  if (known) for (let up = node; up !== at && up >= scope; up = tree.parent[up]!) known[up - scope] = answer
  spend(tree.work, looked)
  return answer
}
