import { AppError } from '../errors.ts'
import type { Payload } from './define-prebuilt.ts'
import { isUpstreamFailure } from './first-that-works.ts'
import { DoubtedError } from './upstream-errors.ts'

/** One source of a ladder. */
export interface Rung<Need extends string> {
  /** What it may add: it is asked only while some of this is missing. */
  gives: readonly Need[]
  /** `found` is what the rungs before it brought. */
  ask(found: Payload[]): Promise<Payload[]>
}

export interface Ladder<Need extends string> {
  /** In the order in which they are asked. */
  rungs: Rung<Need>[]
  /** What the payloads do not tell yet. */
  missing(found: Payload[]): readonly Need[]
  /** The error of payloads that tell nothing at all; null where they tell something. */
  emptiness(payloads: Payload[]): AppError | null
}

/**
 * Asks source after source until nothing is missing, and returns what all of them brought. As long as there is nothing,
 * a plain word of the platform (`not_found`, `private` …) ends it; later on, failures are no longer of interest.
 * Throws what the failures come to where no source brings anything.
 */
export async function climbLadder<Need extends string>(ladder: Ladder<Need>): Promise<Payload[]> {
  const found: Payload[] = []
  const failures: AppError[] = []
  for (const { gives, ask } of ladder.rungs) {
    const missing = ladder.missing(found)
    if (!gives.some(need => missing.includes(need))) continue
    try {
      found.push(...(await told(ask(found), ladder)))
    } catch (error) {
      if (!isAnswer(error)) throw error
      if (found.length === 0 && isPlainWord(error)) throw error
      failures.push(error)
    }
  }
  if (found.length > 0) return found
  throw verdict(failures)
}

async function told(asked: Promise<Payload[]>, { emptiness }: Ladder<string>): Promise<Payload[]> {
  const payloads = await asked
  const empty = emptiness(payloads)
  if (empty) throw empty
  return payloads
}

/** What an upstream said or failed to say, unlike a call that was cancelled or a mistake of ours. */
const isAnswer = (error: unknown): error is AppError =>
  isUpstreamFailure(error) || (error instanceof AppError && error.status === 404)

const isPlainWord = (error: AppError) => error.status === 404 && !(error instanceof DoubtedError)

/** Two doubted words together are believed, the later one. One alone never outweighs a refusal, which looks the same. */
function verdict(failures: AppError[]): AppError {
  const [doubted, confirmed] = failures.filter(error => error instanceof DoubtedError)
  const refused = failures.find(({ code }) => code === 'blocked')
  return confirmed ?? refused ?? doubted ?? failures[0]!
}
