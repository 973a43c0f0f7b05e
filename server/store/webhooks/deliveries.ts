import { iso, isoOrNull } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'
import { createAgedRemoval } from '../remove-rows.ts'
import { createDownwardScan } from '../scan-down.ts'
import {
  BODY,
  createDeliveryClaims,
  createDeliveryWriter,
  type DeliveryTarget,
  DUE,
  type DueDeliveryRow,
  NEXT_DUE,
} from './delivery-claims.ts'
import type { Event } from './event.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One attempt to deliver: the status of the receiver, or why there is none. */
export interface DeliveryAttempt {
  at: string
  status: number | null
  error: string | null
  ms: number
}

/** An event for one webhook, as the log shows it. */
export interface Delivery {
  id: string
  state: DeliveryState
  event: Event
  attempts: DeliveryAttempt[]
  /** When the next attempt is due; null if there will be none. */
  next_attempt_at: string | null
  created_at: string
}

/** A delivery to send now. */
export interface DueDelivery extends Omit<DueDeliveryRow, 'attempts'> {
  attempts: DeliveryAttempt[]
}

/** The state of a delivery after an attempt. */
export interface DeliveryEnd {
  state: DeliveryState
  attempts: DeliveryAttempt[]
  /** Milliseconds; null if there will be no further attempt. */
  nextAt: number | null
  /** The receiver wants no more events: the webhook is disabled, and its pending deliveries fail. */
  disable?: boolean
  /** The service stopped during the attempt, which says nothing about the receiver. */
  isBrokenOff?: boolean
}

interface Row {
  seq: number
  id: string
  state: DeliveryState
  body: string
  attempts: string
  next_at: number | null
  created_at: number
}

const toDelivery = ({ body, attempts, next_at, created_at, id, state }: Row): Delivery => ({
  id,
  state,
  event: JSON.parse(body),
  attempts: JSON.parse(attempts),
  next_attempt_at: state === 'pending' ? isoOrNull(next_at) : null,
  created_at: iso(created_at),
})

const COLUMNS = `seq, id, state, ${BODY}, attempts, next_at, created_at`

/** Stores deliveries: those waiting to be sent, and the log of those sent. */
export function createDeliveryStore(engine: Engine) {
  const newest = createDownwardScan<Pick<Row, 'seq'>>(
    engine,
    'deliveries',
    'SELECT seq FROM deliveries WHERE webhook_id = @webhookId AND state = coalesce(@state, state)',
  )
  const bySeq = engine.prepare<Row>(`SELECT ${COLUMNS} FROM deliveries WHERE seq = ?`)
  const byId = engine.prepare<Row>(`SELECT ${COLUMNS} FROM deliveries WHERE webhook_id = ? AND id = ?`)
  const insert = createDeliveryWriter(engine)
  const claim = createDeliveryClaims(engine)
  const dueById = engine.prepare<DueDeliveryRow>(`${DUE} WHERE deliveries.id = ?`)
  // A delivery that was given up while it was being sent is not sent again.
  const finish = engine.prepare(`
    UPDATE deliveries SET attempts = @attempts, state = iif(state = 'failed' AND @state = 'pending', state, @state),
      next_at = iif(state = 'failed', NULL, @nextAt)
    WHERE id = @id
  `)
  const setDue = engine.prepare(`UPDATE webhooks SET due_at = ${NEXT_DUE} WHERE id = ?`)
  // What a former address has answered says nothing about the present one.
  const recovered = engine.prepare('UPDATE webhooks SET failing_since = NULL WHERE id = ? AND url = ?')
  const failing = engine.prepare(
    'UPDATE webhooks SET failing_since = coalesce(failing_since, ?) WHERE id = ? AND url = ?',
  )
  const disable = engine.prepare(
    'UPDATE webhooks SET enabled = 0, version = version + 1, updated_at = ? WHERE id = ? AND url = ?',
  )
  const giveUp = engine.prepare(
    "UPDATE deliveries SET state = 'failed', next_at = NULL WHERE webhook_id = ? AND state = 'pending'",
  )
  const next = engine.prepare<{ at: number | null }>(
    'SELECT min(due_at) AS at FROM webhooks WHERE due_at > ? AND enabled = 1 AND deleted_at IS NULL',
  )
  const expire = createAgedRemoval(engine, 'deliveries')
  const expireBodies = createAgedRemoval(engine, 'event_bodies', {
    where: 'NOT EXISTS (SELECT 1 FROM deliveries WHERE shared_body = event_bodies.seq)',
  })

  const toDue = ({ attempts, ...row }: DueDeliveryRow): DueDelivery => ({
    ...row,
    attempts: JSON.parse(attempts),
  })

  /** Reads rows one by one: events may be large, and a page ends before all of them are read. */
  function* rowsOf(found: readonly Pick<Row, 'seq'>[]): Generator<Row> {
    for (const { seq } of found) {
      const row = bySeq.get(seq)
      if (row) yield row
    }
  }

  return {
    /** Newest first. */
    list: async (
      webhookId: string,
      query: PageQuery & { state?: DeliveryState | undefined },
    ): Promise<Page<Delivery>> => {
      const { at } = positionOfCursor(query.cursor)
      const { limit, state = null } = query
      const found = await newest({ webhookId, state }, { at, limit: limit + 1 })
      return pageOf(rowsOf(found), limit, row => ({ at: row.seq, id: '' }), toDelivery)
    },
    find: async (webhookId: string, id: string): Promise<Delivery | null> => {
      const row = byId.get(webhookId, id)
      return row ? toDelivery(row) : null
    },
    /** Adds a delivery of an event to one webhook, due at `at` (milliseconds). Returns its id. */
    add: (webhookId: string, event: Event, at: number, now: number): Promise<string> =>
      engine.write(() => insert([webhookId], event, { at, now })[0]!),
    /**
     * Claims up to `limit` due deliveries, in turn by host and account and taking into account those in progress. If the
     * end of one is never written, it can be claimed again at `until`.
     */
    claim: (
      now: number,
      until: number,
      limit: number,
      underWay: readonly DeliveryTarget[],
    ): Promise<DueDelivery[]> => engine.write(() => claim(now, until, limit, underWay).map(toDue)),
    /** Returns one delivery, whether it is due or not. */
    read: async (id: string): Promise<DueDelivery> => toDue(dueById.get(id)!),
    /** Writes the outcome of a delivery, and whether its webhook is failing. */
    finish: (delivery: DueDelivery, end: DeliveryEnd, now: number): Promise<void> =>
      engine.write(() => {
        const { state, attempts, nextAt } = end
        finish.run({ state, attempts: JSON.stringify(attempts), nextAt, id: delivery.id })
        const { webhook_id, url } = delivery
        setDue.run(webhook_id)
        if (state === 'delivered') recovered.run(webhook_id, url)
        else if (!end.isBrokenOff) failing.run(now, webhook_id, url)
        if (end.disable && disable.run(now, webhook_id, url).changes) giveUp.run(webhook_id)
      }),
    /** Returns when the next delivery becomes due after `now` (milliseconds); null if there is none. */
    nextAt: async (now: number): Promise<number | null> => next.get(now)!.at,
    /** Removes entries of the log from before `before` (milliseconds). */
    async expire(before: number): Promise<void> {
      await expire(before)
      await expireBodies(before)
    },
  }
}
