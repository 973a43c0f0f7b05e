import { isObject } from '../../base/is-object.ts'
import { mayHide, visible } from '../../base/text/visible-text.ts'
import { fitted, type Shown } from './fit.ts'
import { below, stepsOf } from './result-fields.ts'

/** What a caller wants to see of a result. */
export interface View {
  /** Dot paths; without them everything. */
  fields?: string[]
  /** Most items of a list. */
  limit?: number
  /** What was shown last by it: a paid call is looked at before it is written, to see what is cut, and then shown. */
  last?: { result: Record<string, unknown>; shown: Shown }
}

/** Characters of JSON that an answer may have: about 8,000 tokens. */
const BUDGET = 32_000

/** A result as an assistant sees it: only what it asked for, no invisible text, whole items within the budget. */
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

/** True where not all of a result is shown, or only because less was asked for. */
export const isCut = (result: Record<string, unknown>, view: View): boolean =>
  show(result, view).cuts.length > 0 || (view.fields !== undefined && JSON.stringify(result).length > BUDGET)

/** The parts of a value that dot paths name; a path goes through lists to every item. Names in other orders stay in that of the value. */
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
