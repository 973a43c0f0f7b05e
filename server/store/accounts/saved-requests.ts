import { iso } from '../../base/times.ts'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'

/** The fields of a saved request that its owner writes. */
interface RequestBody {
  name: string
  /** The id of the operation. */
  operation: string
  /** null for the method of the operation. */
  method: 'GET' | 'POST' | null
  input: Record<string, unknown>
}

/** A named request of the Playground. */
interface SavedRequest extends RequestBody {
  id: string
  created_at: string
  updated_at: string
}

interface Row extends Omit<RequestBody, 'input'> {
  id: string
  input: string
  created_at: number
  updated_at: number
}

/** A saved request whose input is still JSON text: it may have half a megabyte, and an account 500 of them. */
export interface UnreadRequest extends Omit<SavedRequest, 'input'> {
  input: string
}

const MAX_REQUESTS = 500

const toUnread = ({ created_at, updated_at, ...row }: Row): UnreadRequest => ({
  ...row,
  created_at: iso(created_at),
  updated_at: iso(updated_at),
})

const toRequest = (row: Row): SavedRequest => ({ ...toUnread(row), input: JSON.parse(row.input) })

const FIELDS = 'id, name, operation, method, input, created_at, updated_at'

/** Stores the saved requests of accounts. */
export function createSavedRequestStore(engine: Engine) {
  const ids = engine.prepare<{ id: string }>(
    'SELECT id FROM saved_requests WHERE account_id = ? ORDER BY name, id',
  )
  const find = engine.prepare<Row>(`SELECT ${FIELDS} FROM saved_requests WHERE account_id = ? AND id = ?`)
  const count = engine.prepare<{ n: number }>('SELECT count(*) AS n FROM saved_requests WHERE account_id = ?')
  const insert = engine.prepare(`
    INSERT INTO saved_requests (id, account_id, name, operation, method, input, created_at, updated_at)
    VALUES (@id, @accountId, @name, @operation, @method, @input, @now, @now)
  `)
  const replace = engine.prepare(`
    UPDATE saved_requests SET name = @name, operation = @operation, method = @method, input = @input, updated_at = @now
    WHERE account_id = @accountId AND id = @id
  `)
  const remove = engine.prepare('DELETE FROM saved_requests WHERE account_id = ? AND id = ?')
  const read = (accountId: string, id: string) => {
    const row = find.get(accountId, id)
    return row ? toRequest(row) : null
  }
  const rowOf = ({ name, operation, method, input }: RequestBody) => ({
    name,
    operation,
    method,
    input: JSON.stringify(input),
  })

  return {
    /** Yields the requests by name; other work can run in between. */
    async *list(accountId: string): AsyncGenerator<UnreadRequest> {
      const turns = createTurns()
      for (const { id } of ids.all(accountId)) {
        if (turns.isOver()) await turns.next()
        const row = find.get(accountId, id)
        if (row) yield toUnread(row)
      }
    },
    /** Returns null if the account already has the maximum number. */
    create: (accountId: string, id: string, body: RequestBody, now: number): Promise<SavedRequest | null> =>
      engine.write(() => {
        if (count.get(accountId)!.n >= MAX_REQUESTS) return null
        insert.run({ ...rowOf(body), id, accountId, now })
        return read(accountId, id)
      }),
    /** Returns null if the request does not exist. */
    replace: (accountId: string, id: string, body: RequestBody, now: number): Promise<SavedRequest | null> =>
      engine.write(() => {
        replace.run({ ...rowOf(body), id, accountId, now })
        return read(accountId, id)
      }),
    /** Returns false if the request does not exist. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      engine.write(() => remove.run(accountId, id).changes > 0),
  }
}
