import { createWork, type Work } from '../../html/work.ts'
import { answerTooLarge, createMeasure } from '../answer.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { RunRecord } from './run-record.ts'

/** What one run on one page shares. */
export interface Evaluation {
  page: PageView
  record: RunRecord
  /** What may still be done with the page. */
  work: Work
  /** Characters that the answer may have, and what measures its values. */
  most: number
  measure: ReturnType<typeof createMeasure>
  /** Characters of what is read already, and is in no record yet that counts. */
  pending: number
}

/** What a run on a page starts with; without bounds where none are given. */
export const createEvaluation = (
  page: PageView,
  record: RunRecord,
  {
    work = createWork(),
    most = Number.POSITIVE_INFINITY,
  }: { work?: Work | undefined; most?: number | undefined } = {},
): Evaluation => ({ page, record, work, most, measure: createMeasure(), pending: 0 })

/** Work of a rule, and of each of its values, beside what its source and its type take. */
export const PER_RULE = 100

/** Counts so many characters of the answer. Throws 422 where it becomes too large. */
export function countCharacters(run: Evaluation, characters: number, at: string): void {
  run.record.size += characters
  if (run.pending + run.record.size > run.most) throw answerTooLarge(run.most, at)
}

/** Counts what a value takes of the answer, and returns it as it is written there. */
export function measureValue(run: Evaluation, value: Json, at: string): Json {
  if (value === null) return value
  const measured = run.measure(value)
  countCharacters(run, measured.size, at)
  return measured.value
}
