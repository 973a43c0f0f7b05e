import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'

/** A page of a list that was read and paid for; `items` and `answer` hold only its new items. */
export interface ListPage {
  /** Counts from 1. */
  number: number
  items: number
  /** Credits that it cost. */
  used: number
  /** What the page lacks, as one word. */
  notice?: string | undefined
  answer: unknown
}

/** Totals of the pages that are kept of a list. */
interface ListCount {
  read: number
  items: number
  used: number
  /** What one of the pages lacks. */
  notice: string | null
}

/**
 * Stores pages of lists that are being followed. The subject is what follows the list: a job's id, or an item of a workflow
 * run (`run_…/node/item`). A page is kept from the transaction that charges for it until the one that makes it part of a
 * result, or until it expires if its subject ended without a result.
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
    /** Returns the answers so far, in order. */
    answers: async (subject: string): Promise<unknown[]> =>
      bySubject.all(subject).map(({ answer }) => JSON.parse(answer)),
    count: (subject: string): ListCount => count.get(subject)!,
    /** Inside a transaction. */
    remove: (subject: string): void => void remove.run(subject),
    /** Removes pages kept before `before` (milliseconds). */
    expire: (before: number): Promise<void> => expire(before),
  }
}

export type ListPageStore = ReturnType<typeof createListPageStore>
