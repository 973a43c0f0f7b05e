import { AppError } from '../../base/errors.ts'
import type { Prebuilt } from '../../prebuilt/define-prebuilt.ts'
import type { SourceMemory } from '../../prebuilt/upstream.ts'
import type { Services } from '../services.ts'
import { accepted } from './accepted.ts'
import { openUpstream } from './upstream.ts'

/** The outcome of probing one source of an API. */
interface ProbeResult {
  source: string
  /** Null if it returned data that the readers understood. */
  failure: AppError | null
  /** The names of all sources of the API, in order. */
  sources: string[]
}

/**
 * Requests something that surely exists on the platform from a single source of an API; by default from its first source.
 * Throws 400 for a source that the API does not have.
 */
export async function probeSource(
  services: Services,
  api: Prebuilt,
  signal: AbortSignal,
  source?: string,
): Promise<ProbeResult> {
  const { memory, sources } = singleSourceMemory(source)
  const { upstream, explained } = openUpstream(services, api, signal, memory)
  const input = api.input.parse(api.probe)
  try {
    const { plan, read } = await api.load()
    accepted(api, read(await plan(input, upstream), input))
    return { source: source ?? sources[0]!, failure: null, sources }
  } catch (error) {
    const failure = explained(error)
    if (!(failure instanceof AppError) || failure.code === 'invalid_input' || signal.aborted) throw failure
    return { source: source ?? sources[0]!, failure, sources }
  }
}

/** Returns a memory that makes a plan use only one source, and the list in which it records the names of all sources. */
function singleSourceMemory(source?: string): { memory: SourceMemory; sources: string[] } {
  const sources: string[] = []
  const memory: SourceMemory = {
    order(planned) {
      sources.push(...planned.map(one => one.source))
      const selected = source ?? sources[0]
      if (sources.includes(selected!)) return planned.filter(one => one.source === selected)
      throw new AppError('invalid_input', 'This API has no such source.', {
        field: 'source',
        hint: `Its sources: ${sources.join(', ')}.`,
      })
    },
    shuns: () => false,
    note() {},
  }
  return { memory, sources }
}
