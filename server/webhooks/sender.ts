import { createDueLoop } from '../base/due-loop.ts'
import { HOUR, iso, MINUTE } from '../base/times.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { Store } from '../store/open-store.ts'
import type { DeliveryAttempt, DeliveryEnd, DueDelivery } from '../store/webhooks/deliveries.ts'
import { type Event, newEvent, TEST_EVENT } from '../store/webhooks/event.ts'
import type { Poster } from './post.ts'
import { signatureOf } from './sign.ts'

/** Waits before the second and each further attempt. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** How long one that was taken is left alone: longer than any attempt can take. */
const LEASE_MS = MINUTE
/** Deliveries under way at once; whichever ends first makes room. */
const AT_ONCE = 32
/** What sending stands on. */
export interface SenderParts {
  store: Pick<Store, 'deliveries' | 'events'>
  poster: Poster
  version: string
  clock: WallClock
  report(error: unknown): void
}

/** Sends what waits in the store. */
export interface Sender {
  /** Throws `target_forbidden` for an address that may not be sent to. */
  check(url: string): void
  /** Sends a test event, once and at once. Returns the id of its delivery. */
  test(accountId: string, webhookId: string): Promise<string>
  /** Has an event delivered to a webhook again. Returns the id of the new delivery. */
  resend(webhookId: string, event: Event): Promise<string>
  /** Begins to send what is due, whenever it is. */
  start(): void
  /** Something may be due now. */
  wake(): void
  /** Waits until nothing is being sent. */
  settled(): Promise<void>
  /** Breaks off what is being sent; it is sent again after the next start. */
  stop(): Promise<void>
}

export function createSender({ store, poster, version, clock, report }: SenderParts): Sender {
  const { deliveries, events } = store
  const { now } = clock
  const underWay = new Set<DueDelivery>()
  const stopping = new AbortController()
  const loop = createDueLoop<DueDelivery>({
    claim,
    work: send,
    nextDue: at => (roomLeft() ? deliveries.nextAt(at) : null),
    clock,
    report,
  })

  const roomLeft = () => AT_ONCE - underWay.size

  /** What was due and was not claimed waits for the end of another, after which follows a look. */
  async function claim(at: number) {
    const taken = roomLeft() ? await deliveries.claim(at, at + LEASE_MS, roomLeft(), [...underWay]) : []
    return { taken, isMore: false }
  }

  async function send(delivery: DueDelivery): Promise<void> {
    if (stopping.signal.aborted) return
    underWay.add(delivery)
    await deliver(delivery, PAUSES).finally(() => underWay.delete(delivery))
  }

  async function attempt({ id, url, secret, body, attempts }: DueDelivery): Promise<DeliveryAttempt[]> {
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

  events.onEnqueued(loop.wake)

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
      loop.wake()
      return id
    },
    start: loop.start,
    wake: loop.wake,
    settled: () => loop.settled(),
    async stop() {
      stopping.abort()
      await loop.stop()
      await loop.settled()
      await poster.close()
    },
  }
}

/** What becomes of a delivery after its latest attempt. 410 says that the receiver wants no more. */
function endOf(attempts: DeliveryAttempt[], pauses: readonly number[], now: number): DeliveryEnd {
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
