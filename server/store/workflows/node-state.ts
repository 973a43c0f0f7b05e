import { createHash } from 'node:crypto'
import type { Engine } from '../engine.ts'

/** A database that a node wrote into, and the number of the last write before that. */
interface WriteMark {
  database_id: string
  mark: number
}

/**
 * Stores what nodes that take their items some at a time keep from one transaction to the next, so that a crash in between
 * neither repeats nor loses anything. Call all functions inside a transaction.
 */
export function createNodeStateStore(engine: Engine) {
  const addKey = engine.prepare(
    'INSERT INTO workflow_keys (run, node, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const addMark = engine.prepare<Pick<WriteMark, 'mark'>>(`
    INSERT INTO workflow_marks (run, node, database_id, mark) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET mark = mark RETURNING mark
  `)
  const marks = engine.prepare<WriteMark>(
    'SELECT database_id, mark FROM workflow_marks WHERE run = ? AND node = ?',
  )
  const dropMarks = engine.prepare('DELETE FROM workflow_marks WHERE run = ? AND node = ?')

  return {
    /** Returns true the first time that a node asks for a key. */
    isFirst: (run: number, node: string, key: string): boolean =>
      addKey.run(run, node, createHash('sha256').update(key).digest()).changes === 1,
    /** Records the last write into a database before the first write of a node. Returns the recorded number. */
    mark: (run: number, node: string, { database_id, mark }: WriteMark): number =>
      addMark.get(run, node, database_id, mark)!.mark,
    /** Returns and removes the marks of a node. */
    takeMarks(run: number, node: string): WriteMark[] {
      const nodeMarks = marks.all(run, node)
      dropMarks.run(run, node)
      return nodeMarks
    },
  }
}
