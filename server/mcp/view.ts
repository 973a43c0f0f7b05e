import { fitted, type Shown } from './fit.ts'
import { pick } from './pick.ts'
import { visible } from './visible-text.ts'

/** What a caller wants to see of a result. */
export interface View {
  /** Dot paths; without them everything. */
  fields?: string[]
  /** Most items of a list. */
  limit?: number
}

/** Characters of JSON that an answer may have: about 8,000 tokens. */
export const BUDGET = 32_000

/** A result as an assistant sees it: only what it asked for, no invisible text, whole items within the budget. */
export function show(result: Record<string, unknown>, { fields, limit }: View): Shown {
  const picked = fields ? pick(result, fields) : result
  return fitted(visible(picked) as Record<string, unknown>, limit ?? Number.POSITIVE_INFINITY, BUDGET)
}

/** True where not all of a result is shown, or only because less was asked for. */
export const isCut = (result: unknown, view: View): boolean =>
  JSON.stringify(result).length > BUDGET || show(result as Record<string, unknown>, view).cuts.length > 0
