import { hasSearchText, searchText } from '../../base/text/search-text.ts'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor, START } from '../page-of.ts'
import type { ListQuery } from '../record-list.ts'
import { createRemoval } from '../remove-rows.ts'
import { createDownwardScan, type ScanPage } from '../scan-down.ts'
import { createTimeSearch } from '../time-search.ts'
import type { NodePosition, WorkflowItemStore } from './items.ts'
import {
  type NewRun,
  newRunRow,
  type RunRow,
  type RunState,
  type StepRow,
  toRun,
  type WorkflowRun,
} from './run-rows.ts'
import { type NewValue, NO_NODE, packText, pathBelow, type WorkflowValueStore } from './values.ts'

/** The filters of a list of runs. */
interface RunQuery extends ListQuery {
  state?: RunState | undefined
  workflow_id?: string | undefined
  cron_id?: string | undefined
  parent_run_id?: string | undefined
}

type RunFilter = Omit<RunQuery, keyof PageQuery>

/** What a search of runs reads. */
type SearchedRun = Pick<RunRow, 'seq' | 'id' | 'workflow_name'>

/** The graph of a run: its nodes in order, and the items that it starts with. */
interface RunPlan {
  nodes: readonly NodePosition[]
  start: NodePosition
  items: readonly unknown[]
}

const filterParams = ({ state, workflow_id, cron_id, parent_run_id }: RunFilter) => ({
  state: state ?? null,
  workflowId: workflow_id ?? null,
  cronId: cron_id ?? null,
  parentId: parent_run_id ?? null,
})

/** Runs that one transaction examines to hide the expired ones; hiding one writes its graph and its input anew. */
const HIDDEN_AT_ONCE = 50

const IS_FINAL = "state IN ('completed', 'failed', 'cancelled')"

/** Stores the records of workflow runs. Every function takes the account: runs of other accounts count as absent. */
export function createWorkflowRunStore(
  engine: Engine,
  parts: { items: WorkflowItemStore; values: WorkflowValueStore },
) {
  const insert = engine.prepare(`
    INSERT INTO workflow_runs (id, account_id, key_id, workflow_id, workflow_version, workflow_name, graph, trigger, cron_id,
      parent_run_id, parent_item, retry_of, dry_run, only_node, to_node, state, input, budget, due_at, created_at)
    VALUES (@id, @account_id, @key_id, @workflow_id, @workflow_version, @workflow_name, @graph, @trigger, @cron_id,
      @parent_run_id, @parent_item, @retry_of, @dry_run, @only_node, @to_node, @state, @input, @budget, @due_at, @created_at)
  `)
  const insertStep = engine.prepare(
    "INSERT INTO workflow_steps (run, node, place, state, branches) VALUES (?, ?, ?, 'pending', '{}')",
  )
  const byId = engine.prepare<RunRow>('SELECT * FROM workflow_runs WHERE id = ? AND account_id = ?')
  const steps = engine.prepare<StepRow>(`
    SELECT node, place, state, attempt, items_in, items_open, items_out, items_failed, incomplete, branches, credits, error,
      started_at, finished_at
    FROM workflow_steps WHERE run = ? ORDER BY place
  `)
  const matching = `FROM workflow_runs WHERE account_id = @accountId AND (@state IS NULL OR state = @state)
      AND (@workflowId IS NULL OR workflow_id = @workflowId) AND (@cronId IS NULL OR cron_id = @cronId)
      AND (@parentId IS NULL OR parent_run_id = @parentId)`
  const newest = createDownwardScan<{ seq: number }>(engine, 'workflow_runs', `SELECT seq ${matching}`)
  const searched = createDownwardScan<SearchedRun>(
    engine,
    'workflow_runs',
    `SELECT seq, id, workflow_name ${matching}`,
  )
  const bySeq = engine.prepare<RunRow>('SELECT * FROM workflow_runs WHERE seq = ? AND account_id = ?')
  const counted = engine.prepare<{ runs: number }>(`SELECT count(*) AS runs ${matching}`)
  const NOT_NEEDED = `${IS_FINAL} AND NOT EXISTS (
    SELECT 1 FROM workflow_copies AS copy JOIN workflow_runs AS later ON later.seq = copy.run
    WHERE copy.source = workflow_runs.seq AND later.state IN ('pending', 'running', 'waiting')
  ) AND NOT EXISTS (
    SELECT 1 FROM workflow_items AS item JOIN workflow_runs AS parent ON parent.seq = item.run
    WHERE item.seq = workflow_runs.parent_item AND item.child_run = workflow_runs.id
      AND item.state IN ('pending', 'running', 'waiting') AND parent.state IN ('pending', 'running', 'waiting')
  )`
  const hide = engine.prepare(
    `UPDATE workflow_runs SET account_id = '' WHERE id = ? AND account_id = ? AND ${NOT_NEEDED}`,
  )
  const hideExpired = engine.prepare(
    `UPDATE workflow_runs SET account_id = '' WHERE seq > ? AND seq <= ? AND account_id <> '' AND ${NOT_NEEDED}`,
  )
  const stretch = engine.prepare<{ last: number | null }>(`
    SELECT max(seq) AS last FROM (
      SELECT seq FROM workflow_runs WHERE seq > ? AND seq < ? ORDER BY seq LIMIT ${HIDDEN_AT_ONCE}
    )
  `)
  const firstSince = createTimeSearch(engine, 'workflow_runs')
  const hidden = engine.prepare<{ seq: number }>("SELECT seq FROM workflow_runs WHERE account_id = ''")
  const removeParts = [
    createRemoval(engine, 'workflow_items', 'run = ?'),
    createRemoval(engine, 'workflow_values', 'run = ?'),
    createRemoval(engine, 'workflow_keys', 'run = ?', { key: 'run, node, key' }),
  ]
  const removeRun = createRemoval(engine, 'workflow_runs', "seq = ? AND account_id = ''")

  /** Removes hidden runs. A run loses its account at once; what reached its nodes is removed some at a time. */
  const purge = async () => {
    for (const { seq } of hidden.all()) {
      for (const remove of removeParts) await remove(seq)
      await removeRun(seq)
    }
  }

  /**
   * Inside a transaction: hides those of the next runs after `from` and before `end` that nothing needs. Returns the number
   * of the last run that it examined; null if there are no more.
   */
  const hideSome = (from: number, end: number): number | null => {
    const { last } = stretch.get(from, end)!
    if (last !== null) hideExpired.run(from, last)
    return last
  }

  const ended = engine.prepare<{ ended: number }>(
    `SELECT ${IS_FINAL} AS ended FROM workflow_runs WHERE id = ?`,
  )
  const countOpen = engine.prepare<{ runs: number }>(`
    SELECT count(*) AS runs FROM workflow_runs WHERE account_id = ? AND state IN ('pending', 'running', 'waiting')
  `)

  const find = (accountId: string, query: RunFilter, page: ScanPage): Promise<{ seq: number }[]> => {
    const params = { accountId, ...filterParams(query) }
    if (query.q === undefined) return newest(params, page)
    const wanted = searchText(query.q)
    return searched(params, page, ({ id, workflow_name }) => hasSearchText([id, workflow_name], wanted))
  }

  /** Reads rows one by one: the input of a run may be long, and a page ends before it holds too much. */
  function* rowsAt(accountId: string, found: readonly { seq: number }[]): Generator<RunRow> {
    for (const { seq } of found) {
      const row = bySeq.get(seq, accountId)
      if (row) yield row
    }
  }

  const stepsOf = (run: number) =>
    steps.all(run).map(({ run: _, ...step }: StepRow & { run?: number }) => step)

  /** Writes the run, its steps, and the items that it starts with, which go to its first node. */
  const write = (
    row: Omit<RunRow, 'seq'>,
    { nodes, start }: RunPlan,
    values: readonly NewValue[],
    now: number,
  ): number => {
    const run = Number(insert.run(row).lastInsertRowid)
    for (const { node, place } of nodes) insertStep.run(run, node, place)
    const numbers = values.map((value, i) => {
      const origin = { item: null, node: NO_NODE, branch: '', path: pathBelow('', i, values.length) }
      return parts.values.write(run, origin, value)
    })
    parts.items.arrive(run, start, numbers, now)
    parts.items.count(run, numbers.length, Number.MAX_SAFE_INTEGER)
    return run
  }

  return {
    /** Returns a new run as responses show it, and `write`, which writes it inside a transaction and returns its number. */
    async create(
      accountId: string,
      run: NewRun,
      plan: RunPlan,
      now: number,
    ): Promise<{ run: WorkflowRun; write(): number }> {
      const row = newRunRow(accountId, run, now)
      const values = await packItems(plan.items, run.input, row.input)
      const pending = plan.nodes.map(({ node, place }) => ({ ...NO_COUNTS, node, place }))
      return { run: toRun(row, pending, run.input), write: () => write(row, plan, values, now) }
    },
    /** Reads synchronously, for use inside a transaction. */
    row: (accountId: string, id: string): RunRow | null => byId.get(id, accountId) ?? null,
    steps: stepsOf,
    find: async (accountId: string, id: string): Promise<WorkflowRun | null> => {
      const row = byId.get(id, accountId)
      return row ? toRun(row, stepsOf(row.seq)) : null
    },
    /** Whether a run has ended; much cheaper than reading its steps. */
    hasEnded: async (id: string): Promise<boolean> => ended.get(id)?.ended === 1,
    /** Newest first. */
    list: async (accountId: string, query: RunQuery): Promise<Page<WorkflowRun>> => {
      const { limit, cursor } = query
      const found = await find(accountId, query, { at: positionOfCursor(cursor).at, limit: limit + 1 })
      return pageOf(
        rowsAt(accountId, found),
        limit,
        ({ seq }) => ({ at: seq, id: '' }),
        row => toRun(row, stepsOf(row.seq)),
      )
    },
    /** Returns how many runs match a query. */
    count: async (accountId: string, query: RunFilter): Promise<number> =>
      query.q === undefined
        ? counted.get({ accountId, ...filterParams(query) })!.runs
        : (await find(accountId, query, { at: START.at, limit: Number.POSITIVE_INFINITY })).length,
    /** Inside a transaction: returns how many runs are open. */
    countOpen: (accountId: string): number => countOpen.get(accountId)!.runs,
    /** Returns false if the run is still open, absent, or another run still copies its work or needs its output. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const isHidden = await engine.write(() => hide.run(id, accountId).changes === 1)
      if (isHidden) await purge()
      return isHidden
    },
    /** Removes ended runs created before `before` (milliseconds), and those whose removal a crash interrupted. */
    async expire(before: number): Promise<void> {
      const end = firstSince(before)
      for (let last: number | null = 0; last !== null; ) {
        const from: number = last
        last = await engine.writeSlice(() => hideSome(from, end))
      }
      await purge()
    },
  }
}

/** Prepares the items that a run starts with, between which other calls are served. One of them may be the input itself. */
async function packItems(
  items: readonly unknown[],
  input: NewRun['input'],
  inputText: string,
): Promise<NewValue[]> {
  const turns = createTurns()
  const values: NewValue[] = []
  for (const item of items) {
    values.push(await packText(item === input ? inputText : JSON.stringify(item ?? null)))
    if (turns.isOver()) await turns.next()
  }
  return values
}

const NO_COUNTS: Omit<StepRow, 'node' | 'place'> = {
  state: 'pending',
  attempt: 0,
  items_in: 0,
  items_open: 0,
  items_out: 0,
  items_failed: 0,
  incomplete: 0,
  branches: '{}',
  credits: 0,
  error: null,
  started_at: null,
  finished_at: null,
}
