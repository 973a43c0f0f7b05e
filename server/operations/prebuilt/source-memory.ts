import type { SourceMemory } from '../../prebuilt/upstream.ts'

/** How long a source that refused is tried only after all others, in milliseconds. */
const SHUNNED_MS = 10 * 60_000

/** Number of consecutive timeouts that count as a refusal. A single one may be chance. */
const MAX_TIMEOUTS = 2

interface SourceRecord {
  timeouts: number
  /** In milliseconds, as returned by `now`. */
  shunnedUntil: number
}

/**
 * Creates the memory of the recent outcomes of each API's sources, by API id. APIs share no entries, because two APIs ask
 * sources of the same name for different things. `now` returns milliseconds.
 */
export function createSourceMemory(now: () => number): (apiId: string) => SourceMemory {
  const records = new Map<string, SourceRecord>()

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
        if (failure.code === 'blocked' || record.timeouts >= MAX_TIMEOUTS)
          record.shunnedUntil = now() + SHUNNED_MS
        records.set(key, record)
      },
    }
  }
}
