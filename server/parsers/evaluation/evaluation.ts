import { createWorkBudget, type WorkBudget } from '../../html/work.ts'
import { answerTooLarge, createMeasure } from '../answer.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { RunRecord } from './run-record.ts'

/** The state of one run on one page. */
export interface Evaluation {
  page: PageView
  record: RunRecord
  /** The work that may still be done with the page. */
  work: WorkBudget
  /** The maximum size of the answer in characters, and the function that measures its values. */
  most: number
  measure: ReturnType<typeof createMeasure>
  /** Characters of what was already read but is not yet in a record that counts. */
  pending: number
  /** Whether something that can be left out, an item of a list or a choice of `any`, is being read. */
  maySkip: boolean
  paging: PagingState
}

/** What the page holds of the list that `paginate` continues. */
interface PagingState {
  /** Whether other pages hold items of the list too. */
  isPart: boolean
  /** On a page that continues the list: how many items the list has so far. */
  from: number | undefined
  /** Set if the page has items, all of which were left out: their values. */
  leftOut?: Json[]
}

/** Creates the state of a run. Work and size are unlimited unless given. */
export const createEvaluation = (
  page: PageView,
  record: RunRecord,
  {
    work = createWorkBudget(),
    most = Number.POSITIVE_INFINITY,
    from,
  }: { work?: WorkBudget | undefined; most?: number | undefined; from?: number | undefined } = {},
): Evaluation => ({
  page,
  record,
  work,
  most,
  measure: createMeasure(),
  pending: 0,
  maySkip: false,
  paging: { isPart: false, from },
})

/** The work of a rule, and of each of its values, in addition to that of its source and its type. */
export const WORK_PER_RULE = 100

/** Counts characters of the answer. Throws 422 if it becomes too large. */
export function countCharacters(run: Evaluation, characters: number, dataPath: string): void {
  run.record.size += characters
  if (run.pending + run.record.size > run.most) throw answerTooLarge(run.most, dataPath)
}

/** Counts the size of a value, and returns the value as the answer has it. */
export function measureValue(run: Evaluation, value: Json, dataPath: string): Json {
  if (value === null) return value
  const measured = run.measure(value)
  countCharacters(run, measured.size, dataPath)
  return measured.value
}
