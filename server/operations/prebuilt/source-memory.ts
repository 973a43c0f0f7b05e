import type { SourceMemory } from '../../prebuilt/upstream.ts'

/** So long a source that refused is asked after all others. */
const SHUNNED_MS = 10 * 60_000

/** So many timeouts in a row count like a refusal: one may be chance. */
const TIMEOUTS = 2

interface Record {
  timeouts: number
  /** Time of `now`. */
  shunnedUntil: number
}

/**
 * What the running service remembers of the sources of each API, by its id: sources of one name are not asked the same
 * question by two APIs. `now` in milliseconds.
 */
export function createSourceMemory(now: () => number): (apiId: string) => SourceMemory {
  const records = new Map<string, Record>()

  return apiId => {
    const keyOf = (source: string) => `${apiId} ${source}`
    const shuns = (source: string) => (records.get(keyOf(source))?.shunnedUntil ?? 0) > now()

    return {
      order: sources => [
        ...sources.filter(({ source }) => !shuns(source)),
        ...sources.filter(({ source }) => shuns(source)),
      ],
      shuns,

      note(source, failure) {
        const key = keyOf(source)
        if (failure === null) return void records.delete(key)
        const record = records.get(key) ?? { timeouts: 0, shunnedUntil: 0 }
        record.timeouts = failure.code === 'timeout' ? record.timeouts + 1 : 0
        if (failure.code === 'blocked' || record.timeouts >= TIMEOUTS)
          record.shunnedUntil = now() + SHUNNED_MS
        records.set(key, record)
      },
    }
  }
}
