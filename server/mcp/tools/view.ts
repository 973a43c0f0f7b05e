import { isObject } from '../../base/is-object.ts'
import { mayHide, visible } from '../../base/text/visible-text.ts'
import { fitted, type Shown } from './fit.ts'
import { below, stepsOf } from './result-fields.ts'

/** The parts of a result that a caller wants to see. */
export interface View {
  /** Dot paths; everything if absent. */
  fields?: string[]
  /** Most items of a list. */
  limit?: number
  /** The result shown last: a paid result is shown twice, first to see whether it is cut, then to write it. */
  last?: { result: Record<string, unknown>; shown: Shown }
}

/** Characters of JSON in an answer: about 8,000 tokens. */
const BUDGET = 32_000

/** Returns a result as an assistant sees it: only the requested fields, without invisible text, whole items within the budget. */
export function show(result: Record<string, unknown>, view: View): Shown {
  if (view.last?.result === result) return view.last.shown
  const shown = showAnew(result, view)
  view.last = { result, shown }
  return shown
}

function showAnew(result: Record<string, unknown>, { fields, limit }: View): Shown {
  const picked = fields ? pick(result, fields) : result
  const json = JSON.stringify(picked)
  if (mayHide(json)) return fitted(visible(picked) as Record<string, unknown>, limit, BUDGET)
  if (limit === undefined && json.length <= BUDGET) return { value: picked, json, cuts: [] }
  return fitted(picked, limit, BUDGET)
}

/** True if a result is not shown completely, or only fits because fewer fields were requested. */
export const isCut = (result: Record<string, unknown>, view: View): boolean =>
  show(result, view).cuts.length > 0 || (view.fields !== undefined && JSON.stringify(result).length > BUDGET)

/** Returns the parts of a value that dot paths name. Paths go through lists to every item. The order is that of the value. */
function pick(value: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
  return pickSteps(value, paths.map(stepsOf)) as Record<string, unknown>
}

function pickSteps(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map(item => pickSteps(item, paths))
  if (!isObject(value) || paths.some(path => path.length === 0)) return value
  const picked = Object.keys(value).flatMap(name => {
    const rests = paths.flatMap(path => {
      const rest = below(path, name)
      return rest ? [rest] : []
    })
    return rests.length ? [[name, pickSteps(value[name], rests)] as const] : []
  })
  return Object.fromEntries(picked)
}
