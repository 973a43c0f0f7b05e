import type { Engine } from '../engine.ts'
import { createDeliveryWriter } from './delivery-claims.ts'
import { type Event, type EventType, newEvent } from './event.ts'

/**
 * How a webhook is notified of changed rows: of every write, or once of everything that a batch, workflow run, job or call
 * changed.
 */
export const ROW_CHANGES = ['digest', 'each'] as const
export type RowChanges = (typeof ROW_CHANGES)[number]

/** Which of the webhooks that ask for an event are notified. */
interface Recipients {
  /** A webhook that is notified even if it does not ask for the event. */
  also?: string | null
  /** Only webhooks with this setting of `row_changes`. */
  rowChanges?: RowChanges
}

/** Returns the group of a type in the form that webhooks use: `cron.*` for `cron.run.skipped`. */
export const groupOf = (type: string) => `${type.split('.')[0]}.*`

/** Queues events for webhooks. */
export function createEventStore(engine: Engine) {
  const subscribed = engine.prepare<{ id: string }>(`
    SELECT id FROM webhooks
    WHERE account_id = @accountId AND enabled = 1 AND deleted_at IS NULL
      AND (id = @also OR (@rowChanges IS NULL OR row_changes = @rowChanges)
        AND (instr(' ' || events || ' ', ' ' || @type || ' ') OR instr(' ' || events || ' ', ' ' || @group || ' ')))
  `)
  const hasWebhook = engine.prepare(
    'SELECT 1 FROM webhooks WHERE account_id = ? AND enabled = 1 AND deleted_at IS NULL LIMIT 1',
  )
  const insert = createDeliveryWriter(engine)
  let wake: () => void = () => undefined

  const isHeard = (accountId: string): boolean => hasWebhook.get(accountId) !== undefined

  const enqueue = (
    accountId: string,
    type: EventType,
    data: Event['data'] | (() => Event['data']),
    now: number,
    { also = null, rowChanges }: Recipients = {},
  ): void => {
    if (!isHeard(accountId)) return
    const webhooks = subscribed.all({
      accountId,
      type,
      group: groupOf(type),
      also,
      rowChanges: rowChanges ?? null,
    })
    if (!webhooks.length) return
    const event = newEvent(accountId, type, typeof data === 'function' ? data() : data, now)
    insert(
      webhooks.map(({ id }) => id),
      event,
      { at: now, now },
    )
    wake()
  }

  return {
    /**
     * Inside a transaction: once it commits, the event is queued for the webhooks that ask for it. `data` may be a
     * function, which is called only if there is such a webhook.
     */
    enqueue,
    /** Queues an event in a transaction of its own. */
    emit: (accountId: string, type: EventType, data: Event['data'], now: number): Promise<void> =>
      engine.write(() => enqueue(accountId, type, data, now)),
    /** Whether an account has an enabled webhook, which may ask for its events. */
    isHeard,
    /** Sets the `listener` that is called whenever deliveries were added. */
    onEnqueued(listener: () => void): void {
      wake = listener
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>
