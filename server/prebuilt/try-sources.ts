import { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'
import type { SourceMemory } from './upstream.ts'
import { DoubtedError } from './upstream-errors.ts'

/** One source of a plan. */
export interface PlannedSource<Need extends string> {
  /** Its name, as `X-Source` shows it. Unique within a plan. */
  source: string
  /** What it may add: it is asked only while some of this is missing. */
  provides: readonly Need[]
  /** Too slow to fill gaps: asked only while nothing at all has been found. */
  lastResort?: boolean
  /** Repeated refusals make the platform block more: after a block it is asked only while nothing at all has been found. */
  avoidAfterBlock?: boolean
  /** `found` is what the sources before it brought. */
  ask(found: Payload[]): Promise<Payload[]>
}

export interface SourcePlan<Need extends string> {
  /** In the order in which they are asked, but for those that were lately refused, which come last. */
  sources: PlannedSource<Need>[]
  /** What the payloads do not say yet. */
  missing(found: Payload[]): readonly Need[]
  /** The error of payloads that say nothing at all; null where they say something. */
  emptiness(payloads: Payload[]): AppError | null
}

/**
 * Asks source after source until nothing is missing, and returns what all of them brought. As long as there is nothing,
 * a plain word of the platform (`not_found`, `private` …) ends it; later on, failures are no longer of interest.
 * Throws the most informative of the failures where no source brings anything.
 */
export async function trySources<Need extends string>(
  plan: SourcePlan<Need>,
  memory: SourceMemory,
): Promise<Payload[]> {
  const found: Payload[] = []
  const failures = new Map<PlannedSource<Need>, AppError>()
  for (const planned of memory.order(plan.sources)) {
    if (!isWorthAsking(planned, found, plan, memory)) continue
    try {
      found.push(...(await payloadsOf(planned.ask(found), plan)))
      memory.note(planned.source, null)
    } catch (error) {
      if (!isAnswer(error)) throw error
      memory.note(planned.source, error)
      if (found.length === 0 && isPlainWord(error)) throw error
      failures.set(planned, error)
    }
  }
  if (found.length > 0) return found
  throw verdict(plan.sources.flatMap(planned => failures.get(planned) ?? []))
}

/** For sources that each have everything: asks them until the first one answers. */
export const firstThatWorks = (sources: Omit<PlannedSource<'all'>, 'provides'>[], memory: SourceMemory) =>
  trySources<'all'>(
    {
      sources: sources.map(planned => ({ ...planned, provides: ['all'] })),
      missing: found => (found.length > 0 ? [] : ['all']),
      emptiness: () => null,
    },
    memory,
  )

/** What another source may help against: the platform failed or refused, whereas `not_found` is an answer. */
export const isUpstreamFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502

function isWorthAsking<Need extends string>(
  { source, provides, lastResort = false, avoidAfterBlock = false }: PlannedSource<Need>,
  found: Payload[],
  plan: SourcePlan<Need>,
  memory: SourceMemory,
): boolean {
  if (found.length > 0 && (lastResort || (avoidAfterBlock && memory.shuns(source)))) return false
  const missing = plan.missing(found)
  return provides.some(need => missing.includes(need))
}

async function payloadsOf(asked: Promise<Payload[]>, { emptiness }: SourcePlan<string>): Promise<Payload[]> {
  const payloads = await asked
  const empty = emptiness(payloads)
  if (empty) throw empty
  return payloads
}

/** What an upstream said or failed to say, unlike a call that was cancelled or a mistake of ours. */
const isAnswer = (error: unknown): error is AppError =>
  isUpstreamFailure(error) ||
  (error instanceof AppError && (error.status === 404 || error.code === 'not_asked_for'))

const isPlainWord = (error: AppError) => error.status === 404 && !(error instanceof DoubtedError)

/**
 * Two doubted words together are believed, the later one. One alone never outweighs a refusal, which looks the same. That
 * there is no browser says nothing about the platform.
 */
function verdict(failures: AppError[]): AppError {
  const [doubted, confirmed] = failures.filter(error => error instanceof DoubtedError)
  const refused = failures.find(({ code }) => code === 'blocked')
  const other = failures.find(({ code }) => code === 'not_asked_for')
  const first = failures.find(({ code }) => code !== 'no_browser')
  return confirmed ?? refused ?? other ?? doubted ?? first ?? failures[0]!
}
