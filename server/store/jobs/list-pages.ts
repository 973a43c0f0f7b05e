import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'

/** A page of a list, read and paid for, with its new items alone. */
export interface ListPage {
  /** From 1 on. */
  number: number
  items: number
  /** Credits that it cost. */
  used: number
  /** What it lacks, in one word. */
  notice?: string | undefined
  answer: unknown
}

/** What has been kept of a list. */
interface ListCount {
  read: number
  items: number
  used: number
  /** What one of them lacks. */
  notice: string | null
}

/**
 * Pages of lists that are being followed, by what follows them: a job's id, or an item of a workflow run (`run_…/node/item`).
 * A page lies here from the transaction that pays it to the one that makes it a part of a result; of what ended otherwise
 * until it expires.
 */
export function createListPageStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO list_pages (subject, number, items, used, kept_at, notice, answer) VALUES (?, ?, ?, ?, ?, ?, ?)
  `)
  const bySubject = engine.prepare<{ answer: string }>(
    'SELECT answer FROM list_pages WHERE subject = ? ORDER BY number',
  )
  const count = engine.prepare<ListCount>(`
    SELECT count(*) AS read, coalesce(sum(items), 0) AS items, coalesce(sum(used), 0) AS used,
      max(notice) AS notice
    FROM list_pages WHERE subject = ?
  `)
  const remove = engine.prepare('DELETE FROM list_pages WHERE subject = ?')
  const expire = createRemoval(engine, 'list_pages', 'kept_at < ?', { key: 'subject, number', slice: 100 })

  return {
    /** Inside a transaction. */
    write: (subject: string, { number, items, used, notice, answer }: ListPage, now: number): void =>
      void insert.run(subject, number, items, used, now, notice ?? null, JSON.stringify(answer)),
    /** The answers so far, in their order. */
    answers: async (subject: string): Promise<unknown[]> =>
      bySubject.all(subject).map(({ answer }) => JSON.parse(answer)),
    count: (subject: string): ListCount => count.get(subject)!,
    /** Inside a transaction. */
    remove: (subject: string): void => void remove.run(subject),
    /** Removes what was kept before (milliseconds). */
    expire: (before: number): Promise<void> => expire(before),
  }
}

export type ListPageStore = ReturnType<typeof createListPageStore>
