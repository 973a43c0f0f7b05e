import { isObject } from '../../base/is-object.ts'
import { mayHide, visible } from '../../base/text/visible-text.ts'
import type { Cut } from './clipped.ts'
import { withFewerFields } from './fewer-fields.ts'
import { type FittedResult, fitted, NOTES_RESERVE, roughSizeUpTo, shortened, sizeUpTo } from './fit.ts'
import { stepsOf } from './result-fields.ts'

/** The parts of a result that a caller wants to see. */
export interface View {
  /** Dot paths; everything if absent. */
  fields?: string[]
  /** Most items of a list. */
  limit?: number
  /** The result shown last: a paid result is shown twice, first to see whether it is cut, then to write it. */
  last?: { result: Record<string, unknown>; shown: FittedResult }
}

/** Returns the arguments of a tool that ask for the same view. */
export const viewArguments = ({ fields, limit }: View) => ({
  ...(fields && { fields: [...fields] }),
  ...(limit !== undefined && { limit }),
})

/** Characters of JSON in an answer: about 8,000 tokens. */
const MAX_ANSWER_CHARS = 32_000
/** Up to this rough size, which counts neither quotes nor escapes, a result is not gone through for what to leave out. */
const ROUGHLY_SMALL = MAX_ANSWER_CHARS / 2
/** Characters of JSON from which a result is shortened before it is written out: that would take long. */
const LARGE_CHARS = 1_048_576

/** Returns a result as an assistant sees it: only the requested fields, without invisible text, whole items within the budget. */
export function show(result: Record<string, unknown>, view: View): FittedResult {
  if (view.last?.result === result) return view.last.shown
  const shown = render(result, view)
  view.last = { result, shown }
  return shown
}

function render(result: Record<string, unknown>, { fields, limit }: View): FittedResult {
  const cuts: Cut[] = []
  const chosen = fields ? pick(result, fields) : result
  const picked = roughSizeUpTo(chosen, ROUGHLY_SMALL) > ROUGHLY_SMALL ? ofLarge(chosen, cuts) : chosen
  const json = JSON.stringify(picked)
  const fit = { limit, cuts, budget: MAX_ANSWER_CHARS }
  if (mayHide(json)) {
    const seen = visible(picked) as Record<string, unknown>
    return fitted(seen, { size: JSON.stringify(seen).length, ...fit })
  }
  if (limit === undefined && !cuts.length && json.length <= MAX_ANSWER_CHARS)
    return { value: picked, json, cuts }
  return fitted(picked, { size: json.length, ...fit })
}

/** Returns a large result without the fields that do not fit, and without what is far from being shown. `cuts` gets what was cut. */
function ofLarge(result: Record<string, unknown>, cuts: Cut[]): Record<string, unknown> {
  const isTooLarge = sizeUpTo(result, MAX_ANSWER_CHARS) > MAX_ANSWER_CHARS
  const fewer = isTooLarge ? withFewerFields(result, MAX_ANSWER_CHARS - NOTES_RESERVE, cuts) : result
  return roughSizeUpTo(fewer, LARGE_CHARS) > LARGE_CHARS ? shortened(fewer, cuts) : fewer
}

/** True if a result is not shown completely, or only fits because fewer fields were requested. */
export const isCut = (result: Record<string, unknown>, view: View): boolean =>
  show(result, view).cuts.length > 0 ||
  (view.fields !== undefined && sizeUpTo(result, MAX_ANSWER_CHARS) > MAX_ANSWER_CHARS)

/** What dot paths name below a place: by the next step, or all that is there. */
interface PathTree {
  steps: Map<string, PathTree>
  isWhole: boolean
}

const noPath = (): PathTree => ({ steps: new Map(), isWhole: false })

/** Paths as one tree: a value is gone through once, however many they are. */
function treeOf(paths: readonly string[]): PathTree {
  const root = noPath()
  for (const path of paths) {
    let node = root
    for (const step of stepsOf(path)) {
      const next = node.steps.get(step) ?? noPath()
      node.steps.set(step, next)
      node = next
    }
    node.isWhole = true
  }
  return root
}

/** What is picked below a name, which may have dots itself; undefined where nothing is. */
const pickedBelow = (picked: PathTree, name: string): PathTree | undefined =>
  name.includes('.')
    ? name.split('.').reduce<PathTree | undefined>((place, step) => place?.steps.get(step), picked)
    : picked.steps.get(name)

/** Returns the parts of a value that dot paths name. Paths go through lists to every item. The order is that of the value. */
function pick(value: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
  return pickPart(value, treeOf(paths)) as Record<string, unknown>
}

function pickPart(value: unknown, picked: PathTree): unknown {
  if (Array.isArray(value)) return value.map(item => pickPart(item, picked))
  if (!isObject(value) || picked.isWhole) return value
  const parts = Object.keys(value).flatMap(name => {
    const inner = pickedBelow(picked, name)
    return inner ? [[name, pickPart(value[name], inner)] as const] : []
  })
  return Object.fromEntries(parts)
}
