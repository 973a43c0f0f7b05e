import { newId } from '../../base/ids.ts'
import type { Engine } from '../engine.ts'
import { createDeliveryWriter } from './delivery-claims.ts'
import { type Event, type EventType, newEvent } from './event.ts'

/** How a webhook hears of changed rows: of every write, or once of all that a batch, run, job or call has changed. */
export const ROW_CHANGES = ['digest', 'each'] as const
export type RowChanges = (typeof ROW_CHANGES)[number]

/** Which webhooks are notified, of those that ask for an event. */
interface Addressees {
  /** One that is notified whatever it asks for. */
  also?: string | null
  /** Only those that hear of changed rows this way. */
  rowChanges?: RowChanges
}

/** The group of a type as a webhook names it: `cron.*` of `cron.run.skipped`. */
export const groupOf = (type: string) => `${type.split('.')[0]}.*`

/** Events on their way to webhooks. */
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
    { also = null, rowChanges }: Addressees = {},
  ): void => {
    if (!isHeard(accountId)) return
    const hooks = subscribed.all({
      accountId,
      type,
      group: groupOf(type),
      also,
      rowChanges: rowChanges ?? null,
    })
    if (!hooks.length) return
    const event = newEvent(accountId, type, typeof data === 'function' ? data() : data, now)
    const body = JSON.stringify(event)
    for (const { id } of hooks) insert(newId('dlv', now), id, event, body, now, now)
    wake()
  }

  return {
    /**
     * For use inside a transaction: with its commit, the event is on its way to the webhooks that ask for it. `data` may be
     * a function, which is called where there is any.
     */
    enqueue,
    /** The same in a transaction of its own. */
    emit: (accountId: string, type: EventType, data: Event['data'], now: number): Promise<void> =>
      engine.write(() => enqueue(accountId, type, data, now)),
    /** True where an account has a webhook, which may ask for its events. */
    isHeard,
    /** Has `listener` called whenever there is something to send. */
    onEnqueued(listener: () => void): void {
      wake = listener
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>
