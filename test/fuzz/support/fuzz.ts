import { after, before, type TestContext } from 'node:test'
import fc from 'fast-check'
import { faultOf } from '../../support/answer-faults.ts'
import { isLong, SEED } from '../../support/seeds.ts'
import { type ServedApp, startServedApp } from '../../support/served-app.ts'
import {
  createProbe,
  type ExchangeOutcome,
  exchange,
  type Message,
  type Probe,
  probeDuring,
} from '../../support/wire.ts'

/** How many requests of a kind are sent by default, and by `npm run test:long`. */
interface RunCounts {
  runs: number
  longRuns: number
}

/** A service that receives random and hostile requests. */
interface FuzzedService {
  app: ServedApp
  /**
   * Sends requests of a kind and checks each answer, while a probe checks that other calls are served. Throws with
   * the smallest request that shows the fault, byte for byte.
   */
  holds(context: TestContext, requests: fc.Arbitrary<Message>, runCounts: RunCounts): Promise<void>
}

/** Platforms get an address without a listener, so that nothing leaves the machine and calls of them fail at once. */
const PLATFORMS = ['photosocial', 'shortvideo', 'videosite', 'realty']

/** How many minutes a kind of request may take in a long run. */
const LONG_MINUTES = 15
/** How long a process may take to exit once it has closed its connections. */
const EXIT_MS = 500
/** How many earlier requests are shown with the one that fails, since some faults appear only after the answer. */
const MAX_KEPT_MESSAGES = 3

/** Counts over all requests. */
interface Counts {
  requests: number
  statuses: Map<string, number>
  slowestMs: number
  slowestText: string
  slowestProbeMs: number
}

/** Starts a service for the tests of a file; `prepare` creates the records that its requests name. */
export function startFuzzedService(
  prepare: (app: ServedApp) => Promise<unknown> = async () => undefined,
): FuzzedService {
  let probe: Probe | undefined
  const fuzzed = { holds } as FuzzedService
  before(async () => {
    fuzzed.app = await startServedApp({
      'log-level': 'error',
      'parse-timeout-ms': 5_000,
      'allow-hosts': '127.0.0.1:9',
      ...Object.fromEntries(PLATFORMS.map(name => [`${name}-url`, 'http://127.0.0.1:9/'])),
    })
    await prepare(fuzzed.app)
    probe = createProbe(fuzzed.app.port, fuzzed.app.key)
  })
  after(async () => {
    probe?.close()
    await fuzzed.app?.stop()
  })

  async function holds(context: TestContext, requests: fc.Arbitrary<Message>, { runs, longRuns }: RunCounts) {
    const counts: Counts = {
      requests: 0,
      statuses: new Map(),
      slowestMs: 0,
      slowestText: '',
      slowestProbeMs: 0,
    }
    const sent: Message[] = []
    const property = fc.asyncProperty(requests, async message => {
      sent.push(message)
      if (sent.length > MAX_KEPT_MESSAGES + 1) sent.shift()
      const fault = await tryMessage(message, counts)
      if (fault) throw new Error(fault)
    })
    const details = await fc.check(property, {
      seed: SEED,
      numRuns: isLong ? longRuns : runs,
      interruptAfterTimeLimit: LONG_MINUTES * 60_000,
    })
    for (const line of linesOf(counts)) context.diagnostic(line)
    if (details.failed) throw new Error(failureText(details, sent))
  }

  /** Tries one request and returns its fault; the service is running again afterwards. */
  async function tryMessage(message: Message, counts: Counts): Promise<string | null> {
    const startedAt = performance.now()
    const sending = exchange(fuzzed.app.port, message)
    const waitMs = await probeDuring(probe!, sending)
    const outcome = await sending
    count(counts, outcome, message, performance.now() - startedAt, waitMs)
    // A closed connection may be the first sign that the process is exiting.
    const longestWait = typeof waitMs === 'number' && 'none' in outcome ? await probeOnce() : waitMs
    const fault = typeof longestWait === 'string' ? longestWait : faultOf(message, outcome)
    if (typeof longestWait === 'number' && !isStuck(outcome)) return fault
    const exit = await fuzzed.app.exit(EXIT_MS)
    await fuzzed.app.restart()
    probe?.close()
    probe = createProbe(fuzzed.app.port, fuzzed.app.key)
    return exit ? `the process ended, ${exit}` : fault
  }

  const probeOnce = () => probe!.ask().catch(error => (error as Error).message)

  return fuzzed
}

const isStuck = (outcome: ExchangeOutcome) => 'none' in outcome && outcome.none === 'silent'

function count(
  counts: Counts,
  outcome: ExchangeOutcome,
  message: Message,
  ms: number,
  longestWait: number | string,
) {
  counts.requests++
  const kind =
    'answer' in outcome ? String(outcome.answer.status) : 'none' in outcome ? outcome.none : 'garbled'
  counts.statuses.set(kind, (counts.statuses.get(kind) ?? 0) + 1)
  if (ms > counts.slowestMs) Object.assign(counts, { slowestMs: ms, slowestText: summaryOf(message) })
  if (typeof longestWait === 'number') counts.slowestProbeMs = Math.max(counts.slowestProbeMs, longestWait)
}

function linesOf({ requests, statuses, slowestMs, slowestText, slowestProbeMs }: Counts): string[] {
  const kinds = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([kind, n]) => `${kind}: ${n}`)
  return [
    `WINNOW_SEED=${SEED}, ${requests} requests, ${kinds.join(', ')}`,
    `slowest answer ${slowestMs.toFixed(0)} ms, slowest probe ${slowestProbeMs.toFixed(0)} ms; ${slowestText}`,
  ]
}

const MAX_SHOWN_CHARACTERS = 3_000

function failureText(details: fc.RunDetails<[Message]>, sent: Message[]): string {
  const [message] = details.counterexample!
  const before = sent.slice(0, -1).map(earlier => `  ${summaryOf(earlier)}`)
  return [
    (details.errorInstance as Error).message,
    `WINNOW_SEED=${details.seed}, after ${details.numRuns} requests and ${details.numShrinks} smaller ones. Sent:`,
    readable(message, MAX_SHOWN_CHARACTERS),
    ...(before.length ? ['Before it:', ...before] : []),
  ].join('\n')
}

/** The first line and the end of a message, on one line. */
function summaryOf(message: Message): string {
  const text = readable(message, 100_000)
  const [line = ''] = text.split('\n', 1)
  return `${line.slice(0, 150)} … ${text.slice(line.length).slice(-100).replaceAll('\n', '\\n')}`
}

/** Makes bytes readable: repetitions are shortened, and unprintable bytes are escaped. */
function readable({ pieces }: Message, maxLength: number): string {
  const bytes = Buffer.concat(pieces)
  const text = bytes.toString('latin1', 0, 200_000)
  const short = text.replaceAll(
    /(.{1,40}?)\1{9,}/gs,
    (match, unit) => `⟪${unit}⟫×${match.length / unit.length}`,
  )
  const printable = short.slice(0, maxLength).replaceAll(/[^\n\x20-\x7e⟪⟫×]/g, escaped)
  return `${printable}${short.length > maxLength ? ' …' : ''} (${bytes.length} bytes)`
}

const escaped = (char: string) =>
  char === '\r' ? '\\r' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
