import { type LoadedApi, loadedApis } from '../../prebuilt/support/loaded.ts'
import {
  noRecordings,
  openRecordings,
  type RecordedCase,
  savedPayloads,
} from '../../prebuilt/support/recordings.ts'
import { report } from '../report.ts'

const ROUNDS = 30
const ALLOWED_MS = 20

interface CaseTimes {
  name: string
  bytes: number
  /** Time to open the saved pages: finding the JSON in them and parsing it. */
  openMs: number
  /** Time of the reader alone, on the contents of the pages. */
  readMs: number
}

/** Measures each API on its recorded pages, from their text to the result. */
export async function readers() {
  if (noRecordings) return console.log(`readers: left out, ${noRecordings}`)
  const { cases, payloads } = await openRecordings()
  const recordedCases = cases()
  const rows = loadedApis.map(api => {
    const caseTimes = casesOf(api, recordedCases).flatMap(item => timeCase(api, item, payloads(item)) ?? [])
    return [api.id, summary(caseTimes)] as const
  })
  report('Prebuilt readers on recorded pages', Object.fromEntries(rows))
}

/**
 * The recorded cases with a result. An API without cases of its own uses those of its platform, whose pages it can read as
 * well.
 */
function casesOf(api: LoadedApi, recordedCases: RecordedCase[]): RecordedCase[] {
  const casesWithResult = recordedCases.filter(item => item.expected !== undefined)
  const ownCases = casesWithResult.filter(item => item.api === api.id)
  return ownCases.length ? ownCases : casesWithResult.filter(item => item.api.startsWith(api.platform.name))
}

/** Returns null for a case of another API whose pages lack the data that this API reads. */
function timeCase(api: LoadedApi, item: RecordedCase, bodies: Buffer[]): CaseTimes | null {
  if (item.api !== api.id && !canRead(api, bodies)) return null
  const ownInput = item.api === api.id ? item.input : undefined
  const open = withDuration(() => savedPayloads(api, bodies))
  const read = withDuration(() => api.read(open.value, ownInput))
  const bytes = bodies.reduce((sum, { length }) => sum + length, 0)
  return { name: item.name, bytes, openMs: open.ms, readMs: read.ms }
}

function canRead(api: LoadedApi, bodies: Buffer[]): boolean {
  try {
    api.read(savedPayloads(api, bodies))
    return true
  } catch {
    return false
  }
}

/** The shortest of several rounds: the time of the work itself, once it is warm. */
function withDuration<T>(work: () => T): { value: T; ms: number } {
  const times: number[] = []
  let value = work()
  for (let i = 0; i < ROUNDS; i++) {
    const startedAt = performance.now()
    value = work()
    times.push(performance.now() - startedAt)
  }
  return { value, ms: Math.min(...times) }
}

function summary(cases: CaseTimes[]) {
  const total = ({ openMs, readMs }: CaseTimes) => openMs + readMs
  const slowest = cases.toSorted((a, b) => total(b) - total(a))[0]!
  const largest = cases.toSorted((a, b) => b.bytes - a.bytes)[0]!
  return {
    cases: cases.length,
    'slowest, ms': ms(total(slowest)),
    'of it read': ms(slowest.readMs),
    KB: Math.round(slowest.bytes / 1000),
    'largest, ms a MB': ms((total(largest) / largest.bytes) * 1e6),
    [`all under ${ALLOWED_MS}`]: cases.every(item => total(item) < allowedFor(item)),
    'slowest case': slowest.name.split('/').at(-1),
  }
}

/** The time limit: `ALLOWED_MS` for a page of up to a megabyte, and proportionally more for a larger one. */
const allowedFor = ({ bytes }: CaseTimes) => ALLOWED_MS * Math.max(1, bytes / 1e6)

const ms = (value: number) => Number(value.toFixed(2))
