import { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'
import type { SourceMemory } from './upstream.ts'
import { DoubtedError } from './upstream-errors.ts'

/** One source of a ladder. */
export interface Rung<Need extends string> {
  /** Its name, as `X-Source` shows it. No two rungs of a ladder have the same. */
  source: string
  /** What it may add: it is asked only while some of this is missing. */
  gives: readonly Need[]
  /** Too slow to fill gaps: it is asked only while nothing at all is found. */
  costly?: boolean
  /** Refusals make the platform refuse more: while it is shunned, it is asked only where nothing at all is found. */
  wearing?: boolean
  /** `found` is what the rungs before it brought. */
  ask(found: Payload[]): Promise<Payload[]>
}

export interface Ladder<Need extends string> {
  /** In the order in which they are asked, but for those that were lately refused, which come last. */
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
export async function climbLadder<Need extends string>(
  ladder: Ladder<Need>,
  sources: SourceMemory,
): Promise<Payload[]> {
  const found: Payload[] = []
  const failures = new Map<Rung<Need>, AppError>()
  for (const rung of sources.order(ladder.rungs)) {
    if (!isWorthAsking(rung, found, ladder, sources)) continue
    try {
      found.push(...(await told(rung.ask(found), ladder)))
      sources.note(rung.source, null)
    } catch (error) {
      if (!isAnswer(error)) throw error
      sources.note(rung.source, error)
      if (found.length === 0 && isPlainWord(error)) throw error
      failures.set(rung, error)
    }
  }
  if (found.length > 0) return found
  throw verdict(ladder.rungs.flatMap(rung => failures.get(rung) ?? []))
}

/** A ladder each of whose sources has all there is: the first one that answers does. */
export const firstThatWorks = (rungs: Omit<Rung<'all'>, 'gives'>[], sources: SourceMemory) =>
  climbLadder<'all'>(
    {
      rungs: rungs.map(rung => ({ ...rung, gives: ['all'] })),
      missing: found => (found.length > 0 ? [] : ['all']),
      emptiness: () => null,
    },
    sources,
  )

/** What another source may help against: the platform failed or refused, whereas `not_found` is an answer. */
export const isUpstreamFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502

function isWorthAsking<Need extends string>(
  { source, gives, costly = false, wearing = false }: Rung<Need>,
  found: Payload[],
  ladder: Ladder<Need>,
  sources: SourceMemory,
): boolean {
  if (found.length > 0 && (costly || (wearing && sources.shuns(source)))) return false
  const missing = ladder.missing(found)
  return gives.some(need => missing.includes(need))
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

/**
 * Two doubted words together are believed, the later one. One alone never outweighs a refusal, which looks the same. That
 * there is no browser tells nothing of the platform.
 */
function verdict(failures: AppError[]): AppError {
  const [doubted, confirmed] = failures.filter(error => error instanceof DoubtedError)
  const refused = failures.find(({ code }) => code === 'blocked')
  const first = failures.find(({ code }) => code !== 'no_browser')
  return confirmed ?? refused ?? doubted ?? first ?? failures[0]!
}
