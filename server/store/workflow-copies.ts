import type { Engine } from './engine.ts'
import type { ItemRow, NodePlace, WorkflowItemStore } from './workflow-items.ts'
import { NO_NODE } from './workflow-values.ts'

/** What a repeated run takes over of a node: all its items, those that completed, or none. */
export type Kept = 'all' | 'completed' | 'none'

/** How a run is repeated: its nodes in order, what is kept of each, and where values go. */
export interface CopyPlan {
  nodes: readonly (NodePlace & { kept: Kept })[]
  /** Where the input goes. */
  start: NodePlace
  targets(node: string, branch: string): readonly NodePlace[]
}

interface ValueRow {
  seq: number
  item: number | null
  node: string
  branch: string
  path: string
  same: number | null
  body: Uint8Array | null
  packed: number
}

/** Takes over into a new run what an earlier one has done, so that it is not done again. For use inside a transaction. */
export function createWorkflowCopies(engine: Engine, items: WorkflowItemStore) {
  const valuesOf = engine.prepare<ValueRow>(
    'SELECT * FROM workflow_values WHERE run = ? AND node = ? ORDER BY seq',
  )
  const itemsOf = engine.prepare<ItemRow>(
    'SELECT * FROM workflow_items WHERE run = ? AND node = ? ORDER BY idx',
  )
  const insertValue = engine.prepare(`
    INSERT INTO workflow_values (run, item, node, branch, path, same, body, packed)
    VALUES (@run, @item, @node, @branch, @path, @same, @body, @packed)
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
  const countGiven = engine.prepare(
    'UPDATE workflow_steps SET items_out = items_out + 1 WHERE run = ? AND node = ?',
  )
  const countItems = engine.prepare(`
    UPDATE workflow_runs SET items = (SELECT coalesce(sum(items_in), 0) FROM workflow_steps WHERE run = workflow_runs.seq)
    WHERE seq = ?
  `)
  const copyStep = engine.prepare(`
    UPDATE workflow_steps SET (state, started_at, finished_at) =
      (SELECT state, started_at, finished_at FROM workflow_steps AS old WHERE old.run = @from AND old.node = @node)
    WHERE run = @to AND node = @node
  `)

  return (from: number, to: number, plan: CopyPlan, now: number): void => {
    const valueIn = new Map<number, number>()
    const arrived = new Map(plan.nodes.map(({ node }) => [node, new Set<number>()]))

    /** Copies a value; where it comes to a node that has not dealt with it yet, it is an item there. */
    const copyValue = (value: ValueRow, item: number | null, targets: readonly NodePlace[]) => {
      const same = value.same === null ? null : valueIn.get(value.same)!
      const seq = Number(insertValue.run({ ...value, run: to, item, same }).lastInsertRowid)
      valueIn.set(value.seq, seq)
      if (item !== null) countGiven.run(to, value.node)
      for (const target of targets) arrived.get(target.node)!.add(value.seq)
    }

    const copyItem = (old: ItemRow, { place }: NodePlace): number => {
      const failed = Number(old.state === 'failed')
      const { items_in } = countItem.get({ ...old, run: to, failed })!
      const value = valueIn.get(old.value)!
      return Number(insertItem.run({ ...old, run: to, place, idx: items_in - 1, value }).lastInsertRowid)
    }

    for (const value of valuesOf.all(from, NO_NODE)) copyValue(value, null, [plan.start])
    for (const node of plan.nodes) {
      const waiting = arrived.get(node.node)!
      const given = Map.groupBy(valuesOf.all(from, node.node), ({ item }) => item)
      for (const old of node.kept === 'none' ? [] : itemsOf.all(from, node.node)) {
        if (!waiting.has(old.value) || (node.kept === 'completed' && old.state !== 'completed')) continue
        waiting.delete(old.value)
        const item = copyItem(old, node)
        for (const value of given.get(old.seq) ?? [])
          copyValue(value, item, plan.targets(node.node, value.branch))
      }
      items.arrive(
        to,
        node,
        [...waiting].map(value => valueIn.get(value)!),
        now,
      )
      if (node.kept === 'all') copyStep.run({ from, to, node: node.node })
    }
    countItems.run(to)
  }
}
