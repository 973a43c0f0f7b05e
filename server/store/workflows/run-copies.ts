import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'
import type { ItemRow } from './item-claims.ts'
import { createEmittedCount, type NodePosition, type WorkflowItemStore } from './items.ts'
import { NO_NODE } from './values.ts'

/** Which items of a node a repeated run copies: all, the completed ones, or none. */
export type KeptItems = 'all' | 'completed' | 'none'

/** The graph of a repeated run: its nodes in order, and where values go. */
interface CopyPlan {
  nodes: readonly NodePosition[]
  /** The node that receives the input. */
  start: NodePosition
  targets(node: string, branch: string): readonly NodePosition[]
}

interface ValueRow {
  seq: number
  item: number | null
  node: string
  branch: string
  path: string
  same: number | null
}

/** Rows that are read at a time, and rows that one transaction writes. */
const SLICE = 200

/** Writes one or several rows; called again if the transaction is rolled back. */
type CopyStep = () => void

function nextSlice(writes: Iterator<CopyStep>): CopyStep[] {
  const slice: CopyStep[] = []
  for (let next = writes.next(); !next.done; next = writes.next()) if (slice.push(next.value) === SLICE) break
  return slice
}

/**
 * Copies the work of an earlier run into a new one, so that it is not repeated: some rows per transaction, before the new
 * run starts. A copy that a crash interrupts is started over.
 */
export function createWorkflowCopies(engine: Engine, items: WorkflowItemStore) {
  const note = engine.prepare('INSERT INTO workflow_copies (run, source, kept) VALUES (?, ?, ?)')
  const recorded = engine.prepare<{ source: number; kept: string }>(
    'SELECT source, kept FROM workflow_copies WHERE run = ?',
  )
  const forget = engine.prepare('DELETE FROM workflow_copies WHERE run = ?')
  const isRunning = engine.prepare("SELECT 1 FROM workflow_runs WHERE seq = ? AND state = 'running'")
  const valuesOf = engine.prepare<ValueRow>(`
    SELECT seq, item, node, branch, path, same FROM workflow_values
    WHERE run = ? AND node = ? AND (path, seq) > (?, ?) ORDER BY path, seq LIMIT ${SLICE}
  `)
  const itemsOf = engine.prepare<ItemRow>(
    `SELECT * FROM workflow_items WHERE run = ? AND node = ? AND idx > ? ORDER BY idx LIMIT ${SLICE}`,
  )
  const insertValue = engine.prepare(`
    INSERT INTO workflow_values (run, item, node, branch, path, same, body, packed)
    SELECT @run, @item, node, branch, path, @same, body, packed FROM workflow_values WHERE seq = @seq
  `)
  const insertItem = engine.prepare(`
    INSERT INTO workflow_items (run, node, place, idx, value, state, attempt, child_run, error, arrived_at, started_at, finished_at)
    VALUES (@run, @node, @place, @idx, @value, @state, @attempt, @child_run, @error, @arrived_at, @started_at, @finished_at)
  `)
  const countItem = engine.prepare<{ items_in: number }>(`
    UPDATE workflow_steps SET items_in = items_in + 1, items_failed = items_failed + @failed,
      attempt = max(attempt, @attempt), error = coalesce(error, @error)
    WHERE run = @run AND node = @node RETURNING items_in
  `)
  const countEmitted = createEmittedCount(engine)
  const countItems = engine.prepare(`
    INSERT INTO workflow_counts (run, items) SELECT run, sum(items_in) FROM workflow_steps WHERE run = ? GROUP BY run
    ON CONFLICT (run) DO UPDATE SET items = excluded.items
  `)
  const copyStep = engine.prepare(`
    UPDATE workflow_steps SET (state, started_at, finished_at) =
      (SELECT state, started_at, finished_at FROM workflow_steps AS old WHERE old.run = @from AND old.node = @node)
    WHERE run = @to AND node = @node
  `)
  const isIncomplete = engine.prepare(
    'SELECT 1 FROM workflow_steps WHERE run = ? AND node = ? AND incomplete = 1',
  )
  const resetSteps = engine.prepare(`
    UPDATE workflow_steps SET state = 'pending', attempt = 0, items_in = 0, items_open = 0, items_out = 0, items_failed = 0,
      incomplete = 0, branches = '{}', error = NULL, started_at = NULL, finished_at = NULL WHERE run = ?
  `)
  const removeItems = createRemoval(engine, 'workflow_items', 'run = ?')
  const removeValues = createRemoval(engine, 'workflow_values', 'run = ?')

  function* valuesAt(run: number, node: string): Generator<ValueRow> {
    for (let path = '', seq = 0; ; ) {
      const rows = valuesOf.all(run, node, path, seq)
      yield* rows
      if (rows.length < SLICE) return
      const last = rows.at(-1)!
      path = last.path
      seq = last.seq
    }
  }

  function* itemsAt(run: number, node: string): Generator<ItemRow> {
    for (let idx = -1; ; ) {
      const rows = itemsOf.all(run, node, idx)
      yield* rows
      if (rows.length < SLICE) return
      idx = rows.at(-1)!.idx
    }
  }

  /** Yields all writes in order. Maps the numbers of the earlier run's rows to those of the rows already written. */
  function* writesOf(
    from: number,
    to: number,
    plan: CopyPlan,
    kept: ReadonlyMap<string, KeptItems>,
    now: number,
  ): Generator<CopyStep> {
    const valueIn = new Map<number, number>()
    const itemIn = new Map<number, number>()
    const arrived = new Map(plan.nodes.map(({ node }) => [node, new Set<number>()]))

    const copyValue = ({ seq, item, node, branch, same }: ValueRow): void => {
      const references = {
        item: item === null ? null : itemIn.get(item)!,
        same: same === null ? null : valueIn.get(same)!,
      }
      valueIn.set(seq, Number(insertValue.run({ run: to, seq, ...references }).lastInsertRowid))
      if (item !== null) countEmitted({ run: to, node, branch, count: 1 })
    }

    const copyItem = (old: ItemRow, { place }: NodePosition): void => {
      const failed = Number(old.state === 'failed')
      const { items_in } = countItem.get({ ...old, run: to, failed })!
      const value = valueIn.get(old.value)!
      const row = { ...old, run: to, place, idx: items_in - 1, value }
      itemIn.set(old.seq, Number(insertItem.run(row).lastInsertRowid))
    }

    /** Copies values; at a node that has not processed them yet, they become items. */
    function* copyValues(
      values: Iterable<ValueRow>,
      targetsOf: (value: ValueRow) => readonly NodePosition[],
    ) {
      for (const value of values) {
        yield () => copyValue(value)
        for (const target of targetsOf(value)) arrived.get(target.node)!.add(value.seq)
      }
    }

    function* emittedBy(seqs: ReadonlySet<number>, node: string): Generator<ValueRow> {
      for (const value of valuesAt(from, node)) if (seqs.has(value.item!)) yield value
    }

    function* copyNode(node: NodePosition): Generator<CopyStep> {
      const pending = arrived.get(node.node)!
      const scope = kept.get(node.node)
      const copied = new Set<number>()
      // An item that never ended, because the earlier run was cancelled or stopped, is kept as it was.
      let lacksItems = scope !== 'none' && isIncomplete.get(from, node.node) !== undefined
      for (const old of scope === 'none' ? [] : itemsAt(from, node.node)) {
        if (!pending.has(old.value) || (scope === 'completed' && old.state !== 'completed')) continue
        pending.delete(old.value)
        copied.add(old.seq)
        lacksItems ||= old.state === 'cancelled'
        yield () => copyItem(old, node)
      }
      if (copied.size)
        yield* copyValues(emittedBy(copied, node.node), ({ branch }) => plan.targets(node.node, branch))
      for (const value of pending) yield () => items.arrive(to, node, [valueIn.get(value)!], now)
      if (lacksItems) yield () => items.noteIncomplete(to, node.node)
      if (scope === 'all') yield () => void copyStep.run({ from, to, node: node.node })
    }

    yield* copyValues(valuesAt(from, NO_NODE), () => [plan.start])
    for (const node of plan.nodes) yield* copyNode(node)
    yield () => {
      countItems.run(to)
      forget.run(to)
    }
  }

  /** Returns false, and writes nothing, if the run has ended in the meantime. */
  const writeSome = (to: number, writes: readonly CopyStep[]): Promise<boolean> =>
    engine.write(() => {
      if (!isRunning.get(to)) return false
      for (const write of writes) write()
      return true
    })

  return {
    /** Inside a transaction: records what a new run is to copy from an earlier one. */
    note: (run: number, source: number, kept: ReadonlyMap<string, KeptItems>): void =>
      void note.run(run, source, JSON.stringify([...kept])),
    /**
     * Copies what was recorded. Returns false if the copy did not finish: the run has ended, or `isHalted` returned true.
     */
    async copy(to: number, plan: CopyPlan, isHalted: () => boolean, now: number): Promise<boolean> {
      const row = recorded.get(to)
      if (!row) return true
      await removeItems(to)
      await removeValues(to)
      await engine.write(() => void resetSteps.run(to))
      const writes = writesOf(row.source, to, plan, new Map(JSON.parse(row.kept)), now)
      for (let slice = nextSlice(writes); slice.length; slice = nextSlice(writes))
        if (isHalted() || !(await writeSome(to, slice))) return false
      return true
    },
  }
}
