import type { Attempt, DeliveryEnd, DueDelivery } from '../store/deliveries.ts'
import { type Event, newEvent, TEST_EVENT } from '../store/events.ts'
import type { Store } from '../store/open-store.ts'
import { HOUR, iso, MINUTE } from '../times.ts'
import type { Poster } from './post.ts'
import { signatureOf } from './sign.ts'

/** Waits before the second and each further attempt. */
export const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** How long one that was taken is left alone: longer than any attempt can take. */
const LEASE_MS = MINUTE
/** Deliveries under way at once; whichever ends first makes room. */
const AT_ONCE = 32
/** Longest sleep, so that a clock that was set or a machine that slept is noticed. */
const MAX_SLEEP_MS = 30_000

/** After a failure of the store. */
const UNREADABLE_MS = 1_000

/** What sending stands on. */
export interface SenderParts {
  store: Pick<Store, 'deliveries' | 'events'>
  poster: Poster
  version: string
  now(): number
  report(error: unknown): void
}

/** Sends what waits in the store. */
export interface Sender {
  /** Throws `target_forbidden` for an address that may not be sent to. */
  check(url: string): void
  /** Sends a test event, once and at once. Gives the id of its delivery. */
  test(accountId: string, webhookId: string): Promise<string>
  /** Has an event delivered to a webhook again. Gives the id of the new delivery. */
  resend(webhookId: string, event: Event): Promise<string>
  /** Sends all that is due, and comes again when the next is. */
  wake(): Promise<void>
  /** Waits until nothing is being sent. */
  settled(): Promise<void>
  /** Breaks off what is being sent; it is sent again after the next start. */
  stop(): Promise<void>
}

export function createSender({ store, poster, version, now, report }: SenderParts): Sender {
  const { deliveries, events } = store
  const underWay = new Map<Promise<void>, DueDelivery>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | null = null
  let again = false

  async function attempt({ id, url, secret, body, attempts }: DueDelivery): Promise<Attempt[]> {
    const startedAt = now()
    const headers = headersOf({ id, secret, body, at: startedAt, version })
    const posted = await poster.post(url, headers, body, stopping.signal)
    return [...attempts, { at: iso(startedAt), ...posted, ms: now() - startedAt }]
  }

  async function deliver(delivery: DueDelivery, pauses: readonly number[]): Promise<void> {
    const attempts = await attempt(delivery)
    if (stopping.signal.aborted) return
    await deliveries.finish(delivery, endOf(attempts, pauses, now()), now())
  }

  function begin(delivery: DueDelivery) {
    const work = deliver(delivery, PAUSES)
      .catch(report)
      .finally(() => {
        underWay.delete(work)
        void wake()
      })
    underWay.set(work, delivery)
  }

  /** One round at a time; a wake during a round has it followed by another. */
  function wake(): Promise<void> {
    again = true
    round ??= rounds()
    return round
  }

  async function rounds(): Promise<void> {
    try {
      while (again && !stopping.signal.aborted) {
        again = false
        const at = now()
        await beginDue(at)
        await sleep(at)
      }
    } catch (error) {
      report(error)
      wakeIn(UNREADABLE_MS)
    } finally {
      round = null
    }
  }

  async function beginDue(at: number): Promise<void> {
    const room = AT_ONCE - underWay.size
    if (room === 0) return
    const due = await deliveries.claim(at, at + LEASE_MS, room, [...underWay.values()])
    if (!stopping.signal.aborted) due.forEach(begin)
  }

  /** What was due by then and was not claimed waits for the end of another, which looks by itself. */
  async function sleep(lookedAt: number): Promise<void> {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const nextAt = await deliveries.nextAt(lookedAt)
    if (nextAt === null || underWay.size === AT_ONCE) return
    wakeIn(Math.min(Math.max(nextAt - now(), 0), MAX_SLEEP_MS))
  }

  function wakeIn(ms: number) {
    clearTimeout(timer)
    if (!stopping.signal.aborted) timer = setTimeout(() => void wake(), ms).unref()
  }

  events.onEnqueued(() => void wake())

  return {
    check: poster.check,
    async test(accountId, webhookId) {
      const event = newEvent(accountId, TEST_EVENT, { webhook_id: webhookId }, now())
      const id = await deliveries.add(webhookId, event, now() + LEASE_MS, now())
      await deliver(await deliveries.read(id), [])
      return id
    },
    async resend(webhookId, event) {
      const id = await deliveries.add(webhookId, event, now(), now())
      void wake()
      return id
    },
    wake,
    async settled() {
      while (underWay.size) await Promise.all(underWay.keys())
    },
    async stop() {
      stopping.abort()
      await round
      await Promise.all(underWay.keys())
      clearTimeout(timer)
      await poster.close()
    },
  }
}

/** What becomes of a delivery after its latest attempt. 410 says that the receiver wants no more. */
export function endOf(attempts: Attempt[], pauses: readonly number[], now: number): DeliveryEnd {
  const { status } = attempts.at(-1)!
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', attempts, nextAt: null }
  const pause = pauses[attempts.length - 1]
  if (status === 410) return { state: 'failed', attempts, nextAt: null, disable: true }
  if (pause === undefined) return { state: 'failed', attempts, nextAt: null }
  return { state: 'pending', attempts, nextAt: now + pause }
}

interface Signed {
  id: string
  secret: string
  body: string
  at: number
  version: string
}

function headersOf({ id, secret, body, at, version }: Signed): Record<string, string> {
  const timestamp = Math.floor(at / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': `Winnow/${version}`,
    'x-winnow-delivery': id,
    'x-winnow-timestamp': String(timestamp),
    'x-winnow-signature': `sha256=${signatureOf(secret, timestamp, body)}`,
  }
}
