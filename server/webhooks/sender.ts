import { createDueLoop } from '../base/due-loop.ts'
import { HOUR, iso, MINUTE } from '../base/times.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { Store } from '../store/open-store.ts'
import type { DeliveryAttempt, DeliveryEnd, DueDelivery } from '../store/webhooks/deliveries.ts'
import { type Event, newEvent, TEST_EVENT } from '../store/webhooks/event.ts'
import type { Poster } from './post.ts'
import { signatureOf } from './sign.ts'

/** Pauses before the second and each further attempt. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** How long a claimed delivery is not claimed again: longer than any attempt can take. */
const LEASE_MS = MINUTE
/** Maximum number of deliveries at a time. */
const MAX_AT_ONCE = 32
/** Dependencies of the sender. */
interface SenderDependencies {
  store: Pick<Store, 'deliveries' | 'events'>
  poster: Poster
  version: string
  clock: WallClock
  report(error: unknown): void
}

/** Sends the deliveries that wait in the store. */
export interface Sender {
  /** Throws `target_forbidden` for an address that may not be sent to. */
  check(url: string): void
  /** Sends a test event immediately, without retries. Returns the id of its delivery. */
  test(accountId: string, webhookId: string): Promise<string>
  /** Delivers an event to a webhook again. Returns the id of the new delivery. */
  resend(webhookId: string, event: Event): Promise<string>
  /** Starts sending deliveries when they are due. */
  start(): void
  /** Looks for due deliveries. */
  wake(): void
  /** Waits until no delivery is being sent. */
  settled(): Promise<void>
  /** Aborts deliveries that are being sent; they are sent again after the next start, except tests. */
  stop(): Promise<void>
}

export function createSender({ store, poster, version, clock, report }: SenderDependencies): Sender {
  const { deliveries, events } = store
  const { now } = clock
  const sending = new Set<DueDelivery>()
  const stopping = new AbortController()
  const tests = new Set<Promise<void>>()
  const loop = createDueLoop<DueDelivery>({
    claim,
    work: send,
    nextDue: at => (freeSlots() ? deliveries.nextAt(at) : null),
    clock,
    report,
  })

  const freeSlots = () => MAX_AT_ONCE - sending.size

  /** Due deliveries that are not claimed wait until another one has ended, which triggers the next claim. */
  async function claim(at: number) {
    const taken = freeSlots() ? await deliveries.claim(at, at + LEASE_MS, freeSlots(), [...sending]) : []
    return { taken, isMore: false }
  }

  async function send(delivery: DueDelivery): Promise<void> {
    if (stopping.signal.aborted) return
    sending.add(delivery)
    await deliver(delivery, PAUSES).finally(() => sending.delete(delivery))
  }

  async function attempt({ id, url, secret, body, attempts }: DueDelivery): Promise<DeliveryAttempt[]> {
    const startedAt = now()
    const headers = headersOf({ id, secret, body, at: startedAt, version })
    const result = await poster.post(url, headers, body, stopping.signal)
    return [...attempts, { at: iso(startedAt), ...result, ms: now() - startedAt }]
  }

  async function deliver(delivery: DueDelivery, pauses: readonly number[]): Promise<void> {
    const attempts = await attempt(delivery)
    const isBrokenOff = stopping.signal.aborted
    // A test is not sent again, as the call that waited for it has ended.
    if (isBrokenOff && pauses.length) return
    await deliveries.finish(delivery, { ...endOf(attempts, pauses, now()), isBrokenOff }, now())
  }

  events.onEnqueued(loop.wake)

  return {
    check: poster.check,
    async test(accountId, webhookId) {
      const event = newEvent(accountId, TEST_EVENT, { webhook_id: webhookId }, now())
      const id = await deliveries.add(webhookId, event, now() + LEASE_MS, now())
      const test = deliver(await deliveries.read(id), [])
      tests.add(test)
      await test.finally(() => tests.delete(test))
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
      await Promise.allSettled(tests)
      await poster.close()
    },
  }
}

/** Returns the state of a delivery after its latest attempt. Status 410 means that the receiver wants no more deliveries. */
function endOf(attempts: DeliveryAttempt[], pauses: readonly number[], now: number): DeliveryEnd {
  const { status } = attempts.at(-1)!
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', attempts, nextAt: null }
  const pause = pauses[attempts.length - 1]
  if (status === 410) return { state: 'failed', attempts, nextAt: null, disable: true }
  if (pause === undefined) return { state: 'failed', attempts, nextAt: null }
  return { state: 'pending', attempts, nextAt: now + pause }
}

interface SigningInput {
  id: string
  secret: string
  body: string
  at: number
  version: string
}

function headersOf({ id, secret, body, at, version }: SigningInput): Record<string, string> {
  const timestamp = Math.floor(at / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': `Winnow/${version}`,
    'x-winnow-delivery': id,
    'x-winnow-timestamp': String(timestamp),
    'x-winnow-signature': `sha256=${signatureOf(secret, timestamp, body)}`,
  }
}
