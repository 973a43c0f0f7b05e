import { iso, isoOrNull } from '../../base/times.ts'
import { hostOf } from '../../pages/allow-list.ts'
import { type ChangeTerms, changeIfCurrent, removeIfCurrent } from '../change-if-current.ts'
import { RESTORABLE_MS } from '../deleted-records.ts'
import type { Engine } from '../engine.ts'
import { createRecordList } from '../record-list.ts'
import { createDeletedRemoval } from '../remove-rows.ts'
import type { RowChanges } from './events.ts'

/** The definition of a webhook, as its owner writes it. */
export interface WebhookDocument {
  url: string
  description: string
  /** Types of events; `job.*` stands for all types of the group. */
  events: string[]
  row_changes: RowChanges
  enabled: boolean
}

/** A webhook without its secret. */
export interface WebhookRecord extends WebhookDocument {
  id: string
  version: number
  /** When its deliveries began to fail; null if the last one succeeded. */
  failing_since: string | null
  created_at: string
  updated_at: string
}

interface Row {
  id: string
  version: number
  url: string
  description: string
  events: string
  row_changes: RowChanges
  enabled: number
  failing_since: number | null
  created_at: number
  updated_at: number
}

const toRecord = (row: Row): WebhookRecord => ({
  ...row,
  events: row.events.split(' '),
  enabled: row.enabled === 1,
  failing_since: isoOrNull(row.failing_since),
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})

const SELECT =
  'SELECT id, version, url, description, events, row_changes, enabled, failing_since, created_at, updated_at FROM webhooks'

/** Stores webhooks. Every function takes the account: webhooks of other accounts count as absent. */
export function createWebhookStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO webhooks (id, account_id, version, url, host, description, events, row_changes, enabled, secret, created_at, updated_at)
    VALUES (@id, @accountId, 1, @url, @host, @description, @events, @row_changes, @enabled, @secret, @now, @now)
  `)
  const update = engine.prepare(`
    UPDATE webhooks SET version = version + 1, url = @url, host = @host, description = @description, events = @events, row_changes = @row_changes,
      enabled = @enabled, failing_since = iif(@enabled, failing_since, NULL), updated_at = @now
    WHERE id = @id
  `)
  const byId = engine.prepare<Row>(`${SELECT} WHERE id = ? AND account_id = ? AND deleted_at IS NULL`)
  const records = createRecordList<Row, Pick<Row, 'url' | 'description'>, WebhookRecord>(engine, {
    table: 'webhooks',
    prefix: 'whk',
    select: SELECT,
    where: 'account_id = @accountId AND deleted_at IS NULL',
    searched: 'url, description',
    textsOf: ({ url, description }) => [url, description],
    show: toRecord,
  })
  const remove = engine.prepare(
    'UPDATE webhooks SET deleted_at = ? WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
  )
  const restore = engine.prepare(
    'UPDATE webhooks SET deleted_at = NULL WHERE id = ? AND account_id = ? AND deleted_at >= ?',
  )
  const expire = createDeletedRemoval(engine, 'webhooks', [{ table: 'deliveries', owner: 'webhook_id' }])

  const find = (accountId: string, id: string): WebhookRecord | null => {
    const row = byId.get(id, accountId)
    return row ? toRecord(row) : null
  }
  const columnsOf = ({ events, enabled, ...document }: WebhookDocument) => ({
    ...document,
    host: hostOf(new URL(document.url)),
    events: events.join(' '),
    enabled: Number(enabled),
  })

  return {
    /** Reads synchronously, for use inside a transaction. */
    read: find,
    find: async (accountId: string, id: string) => find(accountId, id),
    ...records,
    /** Returns a new webhook and `write`, which belongs in the transaction of the call that creates it. */
    create(accountId: string, id: string, secret: string, document: WebhookDocument, now: number) {
      const columns = columnsOf(document)
      const write = () => void insert.run({ ...columns, id, accountId, secret, now })
      const { host: _, ...shown } = columns
      const row = { ...shown, id, version: 1, failing_since: null, created_at: now, updated_at: now }
      return { record: toRecord(row), write }
    },
    /** Returns null if the webhook is absent, 'stale' if its version is not `expected`. */
    replace: (accountId: string, id: string, document: WebhookDocument, now: number, expected?: number) =>
      engine.write((): WebhookRecord | null | 'stale' =>
        changeIfCurrent(byId.get(id, accountId), expected, () => {
          update.run({ ...columnsOf(document), id, now })
          return find(accountId, id)
        }),
      ),
    /** Returns false if the webhook is absent, 'stale' if its version is not `expected`. */
    remove: (accountId: string, id: string, now: number, terms: ChangeTerms = {}) =>
      engine.write(() =>
        removeIfCurrent(byId.get(id, accountId), terms, () => remove.run(now, id, accountId)),
      ),
    /** Undoes a deletion of the last 7 days. Calls `check` first, in the same transaction. */
    restore: (accountId: string, id: string, now: number, check: () => void): Promise<WebhookRecord | null> =>
      engine.write(() => {
        check()
        return restore.run(id, accountId, now - RESTORABLE_MS).changes ? find(accountId, id) : null
      }),
    /** Permanently removes webhooks that were deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => expire(now - RESTORABLE_MS),
  }
}
