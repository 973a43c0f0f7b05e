import { readAttribute } from './attributes.ts'
import { knownNumber, TAG } from './names.ts'
import type { AttributeTest, Path, Step } from './path.ts'
import { ROOT, type Tree } from './tree.ts'

/** Scopes with fewer nodes are gone through; in others the source is searched for the mark of a path. */
const SMALL = 64
/** From this depth on, what was found out about an element's surroundings is remembered. */
const DEEP = 128

/** A search for a path in one page. */
interface Search {
  tree: Tree
  steps: Step[]
  /** Numbers of the steps' names; 0 for any. */
  names: number[]
  scope: number
  /** By step: whether the steps before it are around a node: 1 yes, 2 no, 0 unknown. Only for deep pages. */
  known: Uint8Array[] | null
}

/** At most `limit` elements inside `scope` that a path leads to from there, in document order. */
export function followPath(tree: Tree, { steps, mark }: Path, scope: number, limit: number): number[] {
  const names = steps.map(({ name }) => (name === null ? 0 : knownNumber(tree.names, name)))
  if (steps.some(({ name }, step) => name !== null && names[step] === 0)) return []
  const span = tree.end[scope]! - scope
  const isDeep = tree.depth > DEEP && span > DEEP && steps.length > 1
  const known = isDeep ? steps.map(() => new Uint8Array(span)) : null
  const search: Search = { tree, steps, names, scope, known }
  const useMark = mark !== null && span > SMALL && tree.inOrder && !hidesWords(tree)
  return useMark ? searchMarks(search, mark, limit) : searchRows(search, limit)
}

function searchRows(search: Search, limit: number): number[] {
  const { tree, scope, steps } = search
  const { name, end } = tree
  const last = steps.length - 1
  const wanted = search.names[last]!
  const found: number[] = []
  if (name[scope] === TAG.TEMPLATE) return found
  for (let node = scope + 1; node < end[scope]! && found.length < limit; node++) {
    const number = name[node]!
    if ((wanted === 0 ? number > 0 : number === wanted) && matches(search, node, last)) found.push(node)
    // The content of a template is no part of the page.
    if (number === TAG.TEMPLATE) node = end[node]! - 1
  }
  return found
}

/** Looks for the mark in the source, and for the element whose tag it stands in. */
function searchMarks(search: Search, mark: string, limit: number): number[] {
  const { tree, scope, steps } = search
  const { source, from, to, end, name } = tree
  const last = end[scope]! - 1
  const found: number[] = []
  if (name[scope] === TAG.TEMPLATE) return found
  const stop = to[last]!
  let low = scope + 1
  for (let at = source.indexOf(mark, from[low]); at >= 0 && at < stop && found.length < limit; ) {
    low = rowAt(from, low, last, at)
    const isTag = name[low]! > 0 && at < to[low]!
    if (isTag && !isInTemplate(tree, low, scope) && matches(search, low, steps.length - 1)) found.push(low)
    at = source.indexOf(mark, isTag ? to[low]! : at + mark.length)
  }
  return found
}

/** The last row that starts at or before a place of the source. */
function rowAt(from: Int32Array, first: number, last: number, place: number): number {
  let low = first
  let high = last
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (from[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}

function isInTemplate({ name, parent, templates }: Tree, node: number, scope: number): boolean {
  if (!templates) return false
  for (let at = parent[node]!; at > scope; at = parent[at]!) if (name[at] === TAG.TEMPLATE) return true
  return false
}

function matches(search: Search, node: number, step: number): boolean {
  const { tree, steps, names } = search
  if (names[step] !== 0 && tree.name[node] !== names[step]) return false
  for (const test of steps[step]!.attributes) if (!passes(tree, node, test)) return false
  if (step === 0) return true
  return steps[step]!.isChild ? matchesAt(search, tree.parent[node]!, step - 1) : isInside(search, node, step)
}

/** The first step may be the scope itself, but nothing around it. */
const matchesAt = (search: Search, node: number, step: number) =>
  node >= search.scope && node !== ROOT && search.tree.name[node]! > 0 && matches(search, node, step)

/** Whether one of the elements around a node is where the step before leads. */
function isInside(search: Search, node: number, step: number): boolean {
  const { tree, scope } = search
  const known = search.known?.[step]
  let at = node
  let answer = 0
  while (answer === 0) {
    at = tree.parent[at]!
    if (at < scope || at === ROOT) answer = 2
    else if (matchesAt(search, at, step - 1)) answer = 1
    else answer = known?.[at - scope] ?? 0
  }
  if (known) for (let up = node; up !== at && up >= scope; up = tree.parent[up]!) known[up - scope] = answer
  return answer === 1
}

function passes(tree: Tree, node: number, { name, value, isWord }: AttributeTest): boolean {
  const found = readAttribute(tree, node, name)
  if (found === null || value === null) return found !== null
  return found === value || (isWord && hasWord(found, value))
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const to = at + word.length
    if ((at === 0 || isBlank(text, at - 1)) && (to === text.length || isBlank(text, to))) return true
  }
  return false
}

const isBlank = (text: string, at: number) => /\s/.test(text[at]!)

/** Character references that stand for a letter, a digit, `-` or `_`. */
const HIDDEN_WORD =
  /&(?:#0*(?:45|4[89]|5[0-7]|6[5-9]|[78]\d|90|95|9[7-9]|1[01]\d|12[0-2])(?!\d)|#x0*(?:2d|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])(?![\da-f])|lowbar|UnderBar|fjlig)/i

function hidesWords(tree: Tree): boolean {
  tree.hidesWords ??= HIDDEN_WORD.test(tree.source)
  return tree.hidesWords
}
