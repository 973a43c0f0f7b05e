import { AppError } from '../base/errors.ts'
import type { Payload } from './define-prebuilt.ts'
import type { SourceMemory } from './upstream.ts'
import { DoubtedError } from './upstream-errors.ts'

/** One source of a plan. */
export interface PlannedSource<Requirement extends string> {
  /** Its name, as in `X-Source`. Unique within a plan. */
  source: string
  /** What it may provide: it is asked only if some of this is missing. */
  provides: readonly Requirement[]
  /** Asked only if nothing at all has been found, because it is too slow to fill gaps. */
  lastResort?: boolean
  /** After a block, asked only if nothing at all has been found, because repeated refusals make the platform block more. */
  avoidAfterBlock?: boolean
  /** `found` holds the payloads of the earlier sources. */
  ask(found: Payload[]): Promise<Payload[]>
}

interface SourcePlan<Requirement extends string> {
  /** In the order in which they are asked, except that recently refused ones come last. */
  sources: PlannedSource<Requirement>[]
  /** Returns what the payloads still lack. */
  missing(found: Payload[]): readonly Requirement[]
  /** Returns the error for payloads that hold nothing, or null if they hold something. */
  emptiness(payloads: Payload[]): AppError | null
}

/**
 * Asks one source after another until nothing is missing. Returns the payloads of all of them. As long as nothing has been
 * found, a definite answer of the platform (`not_found`, `private` …) ends the search; after that, failures are ignored.
 * Throws the most informative failure if no source returns anything.
 */
export async function trySources<Requirement extends string>(
  plan: SourcePlan<Requirement>,
  memory: SourceMemory,
): Promise<Payload[]> {
  const found: Payload[] = []
  const failures = new Map<PlannedSource<Requirement>, AppError>()
  for (const candidate of memory.order(plan.sources)) {
    if (!isWorthAsking(candidate, found, plan, memory)) continue
    try {
      found.push(...(await payloadsOf(candidate.ask(found), plan)))
      memory.note(candidate.source, null)
    } catch (error) {
      if (!isPlatformError(error)) throw error
      memory.note(candidate.source, error)
      if (found.length === 0 && isDefinite(error)) throw error
      failures.set(candidate, error)
    }
  }
  if (found.length > 0) return found
  throw chooseError(plan.sources.flatMap(candidate => failures.get(candidate) ?? []))
}

/** Asks sources that each provide everything, until the first one succeeds. */
export const firstThatWorks = (sources: Omit<PlannedSource<'all'>, 'provides'>[], memory: SourceMemory) =>
  trySources<'all'>(
    {
      sources: sources.map(candidate => ({ ...candidate, provides: ['all'] })),
      missing: found => (found.length > 0 ? [] : ['all']),
      emptiness: () => null,
    },
    memory,
  )

/** Whether another source may help: the platform failed or refused. `not_found`, by contrast, is an answer. */
export const isUpstreamFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502

function isWorthAsking<Requirement extends string>(
  { source, provides, lastResort = false, avoidAfterBlock = false }: PlannedSource<Requirement>,
  found: Payload[],
  plan: SourcePlan<Requirement>,
  memory: SourceMemory,
): boolean {
  if (found.length > 0 && (lastResort || (avoidAfterBlock && memory.shuns(source)))) return false
  const missing = plan.missing(found)
  return provides.some(requirement => missing.includes(requirement))
}

async function payloadsOf(
  pending: Promise<Payload[]>,
  { emptiness }: SourcePlan<string>,
): Promise<Payload[]> {
  const payloads = await pending
  const emptyError = emptiness(payloads)
  if (emptyError) throw emptyError
  return payloads
}

/** Whether the platform caused the error, not a cancelled call or a bug. */
const isPlatformError = (error: unknown): error is AppError =>
  isUpstreamFailure(error) ||
  (error instanceof AppError && (error.status === 404 || error.code === 'not_asked_for'))

const isDefinite = (error: AppError) => error.status === 404 && !(error instanceof DoubtedError)

/**
 * Chooses the error to throw. Two doubted answers confirm each other: the later one is thrown. A single one never outweighs
 * a refusal, which looks the same. A missing browser says nothing about the platform.
 */
function chooseError(failures: AppError[]): AppError {
  const [firstDoubt, secondDoubt] = failures.filter(error => error instanceof DoubtedError)
  const refusal = failures.find(({ code }) => code === 'blocked')
  const other = failures.find(({ code }) => code === 'not_asked_for')
  const first = failures.find(({ code }) => code !== 'no_browser')
  return secondDoubt ?? refusal ?? other ?? firstDoubt ?? first ?? failures[0]!
}
