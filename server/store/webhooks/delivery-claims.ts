import { LRUCache } from 'lru-cache'
import { newId } from '../../base/ids.ts'
import type { Engine } from '../engine.ts'
import type { Event } from './event.ts'

/** The host and the account of a delivery, by which deliveries are limited. */
export interface DeliveryTarget {
  host: string
  account_id: string
}

/** A delivery to send, as stored. */
export interface DueDeliveryRow extends DeliveryTarget {
  id: string
  webhook_id: string
  url: string
  secret: string
  body: string
  attempts: string
}

/** Deliveries in progress at once per host and per account: a receiver that hangs must not take the slots of others. */
const MAX_IN_PROGRESS = { host: 4, account: 8 }

/** Webhooks that one query considers. */
const MAX_WEBHOOKS = 256

interface DueWebhook extends DeliveryTarget {
  id: string
}

/** SQL for the body of a delivery, which is its own or shared with other deliveries of the event. */
export const BODY =
  'coalesce((SELECT event_bodies.body FROM event_bodies WHERE event_bodies.seq = shared_body), body) AS body'

export const DUE = `
  SELECT deliveries.id, webhook_id, url, host, account_id, secret, ${BODY}, attempts FROM deliveries
  JOIN webhooks ON webhooks.id = webhook_id`

/** SQL for the time at which the next delivery of a webhook is due. */
export const NEXT_DUE =
  "(SELECT min(next_at) FROM deliveries WHERE webhook_id = webhooks.id AND state = 'pending')"

/** When a delivery is due, and the present time, in milliseconds. */
interface DeliveryTimes {
  at: number
  now: number
}

/**
 * Returns a function that writes the deliveries of an event to webhooks, inside a transaction. It returns their ids. The body
 * is written once: it may have megabytes, and an account a hundred webhooks.
 */
export function createDeliveryWriter(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO deliveries (id, webhook_id, event_id, type, body, shared_body, state, next_at, created_at)
    VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)
  `)
  const insertBody = engine.prepare('INSERT INTO event_bodies (body, created_at) VALUES (?, ?)')
  const due = engine.prepare(
    'UPDATE webhooks SET due_at = @at WHERE id = @id AND coalesce(due_at, @at + 1) > @at',
  )

  return (webhookIds: readonly string[], event: Event, { at, now }: DeliveryTimes): string[] => {
    const text = JSON.stringify(event)
    const isShared = webhookIds.length > 1
    const shared = isShared ? insertBody.run(text, now).lastInsertRowid : null
    return webhookIds.map(webhookId => {
      const id = newId('dlv', now)
      insert.run(id, webhookId, event.id, event.type, isShared ? '' : text, shared, at, now)
      due.run({ id: webhookId, at })
      return id
    })
  }
}

/**
 * Returns a function that claims due deliveries inside a transaction: in turn by host, then by account, then by webhook,
 * within the limits of each. Disabled and deleted webhooks are not in the index, so that their pending deliveries cost
 * nothing.
 */
export function createDeliveryClaims(engine: Engine) {
  const due = engine.prepare<DueWebhook>(`
    SELECT id, host, account_id FROM webhooks
    WHERE due_at <= @now AND enabled = 1 AND deleted_at IS NULL
      AND host NOT IN (SELECT value FROM json_each(@hosts))
      AND account_id NOT IN (SELECT value FROM json_each(@accounts))
    ORDER BY served LIMIT ${MAX_WEBHOOKS}
  `)
  const oldest = engine.prepare<DueDeliveryRow>(
    `${DUE} WHERE webhook_id = ? AND state = 'pending' AND next_at <= ? ORDER BY next_at LIMIT 1`,
  )
  const lease = engine.prepare('UPDATE deliveries SET next_at = ? WHERE id = ?')
  const serve = engine.prepare(`UPDATE webhooks SET served = ?, due_at = ${NEXT_DUE} WHERE id = ?`)
  const last = engine.prepare<{ turn: number }>('SELECT coalesce(max(served), 0) AS turn FROM webhooks')
  let { turn } = last.get()!
  const turns = { host: createTurnCache(), account: createTurnCache() }

  /** Returns an empty list if the due delivery was removed with the log. */
  const claimOne = ({ id }: DueWebhook, now: number, until: number): DueDeliveryRow[] => {
    const row = oldest.get(id, now)
    if (row) lease.run(until, row.id)
    serve.run(++turn, id)
    return row ? [row] : []
  }

  /**
   * Returns one webhook per host, of the account with the fewest deliveries in progress, ordered by the deliveries in
   * progress to the host. Ties go to the one that was served longest ago.
   */
  const inTurn = (webhooks: DueWebhook[], load: ReturnType<typeof createLoad>): DueWebhook[] => {
    const { host, account } = turns
    webhooks.sort(
      (a, b) =>
        load.account(a) - load.account(b) ||
        lastTurn(account, a.account_id) - lastTurn(account, b.account_id),
    )
    const first = [...Map.groupBy(webhooks, ({ host }) => host).values()].map(([one]) => one!)
    return first.sort(
      (a, b) => load.host(a) - load.host(b) || lastTurn(host, a.host) - lastTurn(host, b.host),
    )
  }

  const count = (row: DueDeliveryRow, load: ReturnType<typeof createLoad>): DueDeliveryRow => {
    load.add(row)
    turns.host.set(row.host, turn)
    turns.account.set(row.account_id, turn)
    return row
  }

  return (
    now: number,
    until: number,
    limit: number,
    underWay: readonly DeliveryTarget[],
  ): DueDeliveryRow[] => {
    const load = createLoad(underWay)
    const claimed: DueDeliveryRow[] = []
    while (claimed.length < limit) {
      const webhooks = inTurn(due.all({ now, ...load.full() }), load)
      if (!webhooks.length) break
      for (const webhook of webhooks) {
        if (claimed.length === limit || !load.hasRoom(webhook)) continue
        for (const row of claimOne(webhook, now, until)) claimed.push(count(row, load))
      }
    }
    return claimed
  }
}

/** Counts deliveries in progress, by host and by account. */
function createLoad(underWay: readonly DeliveryTarget[]) {
  const hosts = new Map<string, number>()
  const accounts = new Map<string, number>()
  const countOf = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0
  const add = ({ host, account_id }: DeliveryTarget) => {
    hosts.set(host, countOf(hosts, host) + 1)
    accounts.set(account_id, countOf(accounts, account_id) + 1)
  }
  const fullOf = (counts: Map<string, number>, limit: number) =>
    JSON.stringify([...counts].filter(([, count]) => count >= limit).map(([key]) => key))
  for (const target of underWay) add(target)

  return {
    add,
    host: ({ host }: DeliveryTarget) => countOf(hosts, host),
    account: ({ account_id }: DeliveryTarget) => countOf(accounts, account_id),
    hasRoom: ({ host, account_id }: DeliveryTarget) =>
      countOf(hosts, host) < MAX_IN_PROGRESS.host && countOf(accounts, account_id) < MAX_IN_PROGRESS.account,
    /** Hosts and accounts that have reached their limit, as JSON. */
    full: () => ({
      hosts: fullOf(hosts, MAX_IN_PROGRESS.host),
      accounts: fullOf(accounts, MAX_IN_PROGRESS.account),
    }),
  }
}

/** How many names are remembered; a forgotten name counts as never served. */
const MAX_REMEMBERED = 1_000

/** The turns in which names were last served. */
const createTurnCache = () => new LRUCache<string, number>({ max: MAX_REMEMBERED })

const lastTurn = (turns: LRUCache<string, number>, name: string) => turns.peek(name) ?? 0
