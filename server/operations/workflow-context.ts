import { AppError } from '../errors.ts'
import { decodeText } from '../pages/charset.ts'
import { isRunOpen, type RunRow } from '../store/workflow-run-rows.ts'
import { factsOf } from '../workflows/engine/active-run.ts'
import type { ItemEndings, ItemWork } from '../workflows/engine/item-work.ts'
import { Parked } from '../workflows/engine/run-errors.ts'
import { readGraph } from '../workflows/engine/run-graph.ts'
import type { HttpAnswer, HttpRequest, NodeContext, RowsQuery } from '../workflows/node-type.ts'
import { rowSort } from './database-rows.ts'
import { selectionOf } from './database-selection.ts'
import { found } from './resource.ts'
import type { Services } from './services.ts'
import { createWorkflowCall, type WorkflowCallParts } from './workflow-call.ts'
import { prepareRun } from './workflow-run-making.ts'

/** Rows that are read at a time. */
const ROWS_AT_ONCE = 1_000
/** Most that a run gives to the one that it works for. */
const MAX_HANDED_ON = { items: 10_000, characters: 67_108_864 }
/** Runs within runs. */
const MAX_DEPTH = 10

/** Makes what nodes are handed of the world. */
export function createNodeContext(parts: WorkflowCallParts) {
  const { services } = parts
  const { store, now } = services
  const callOperation = createWorkflowCall(parts)

  return (work: ItemWork, signal: AbortSignal, endings: ItemEndings): NodeContext => {
    const { run, items } = work
    const first = items[0]!
    return {
      signal,
      arrivedAt: Math.max(...items.map(({ arrived_at }) => arrived_at)),
      index: first.idx,
      run: factsOf(run),
      callOperation: (...call) => callOperation(work, endings, signal, call),
      rows: {
        read: query => readRows(services, run.row.account_id, query),
        write: (databaseId, results) => writeRows(services, run.row, databaseId, results),
      },
      http: request => sendRequest(services, request, `${run.row.id}/${first.node}/${first.idx}`, signal),
      async sleepUntil(time) {
        if (time > now()) throw new Parked(time)
      },
      emitWebhook: (webhookId, data) => emitItem(services, work, webhookId, data),
      async startRun(workflowId, input) {
        if (first.child_run !== null) return outputOf(services, run.row.account_id, first.child_run)
        if (run.budgets.length >= MAX_DEPTH) throw tooDeep()
        const child = await prepareRun(services, run.caller, workflowId, {
          input,
          trigger: { type: 'workflow' },
          dry_run: run.isDry,
          parent: { run_id: run.row.id, item: first.seq },
        })
        await store.write(() => {
          child.write()
          store.workflowItems.setChild(first.seq, child.run.id)
        })
        services.workflowRuns.wake()
        throw new Parked(null)
      },
    }
  }
}

async function readRows({ store }: Services, accountId: string, query: RowsQuery) {
  const { databaseId, filter, sort, limit } = query
  const database = found(await store.databases.find(accountId, databaseId))
  const selection = selectionOf(database, { filter, removed: 'without' })
  const order = sort === undefined ? undefined : rowSort(database, sort)
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | undefined; rows.length < limit; ) {
    const page = await store.rowList.page(database, {
      ...selection,
      sort: order,
      limit: Math.min(ROWS_AT_ONCE, limit - rows.length),
      cursor,
    })
    rows.push(...page.data.map(({ data }) => data))
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return rows
}

/** For use inside a transaction. Where items have failed, what is missing may be theirs, and is not taken out. */
function writeRows(
  { store, rowWriter }: Services,
  { account_id, id: run_id, seq }: RunRow,
  databaseId: string,
  results: readonly unknown[],
): Map<number, AppError> {
  const mark = rowWriter.startRun(databaseId)
  const source = { job_id: null, parser_version: null, url: null, run_id }
  const written = rowWriter.writeResults(
    account_id,
    databaseId,
    results.map(value => ({ value, source })),
  )
  if (!written) throw new AppError('conflict', 'The database was deleted before the run wrote into it.')
  const hasGaps = written.rejected.length > 0 || store.workflowRuns.steps(seq).some(step => step.items_failed)
  if (!hasGaps && store.databases.read(account_id, databaseId)?.write_mode === 'replace')
    store.databaseRuns.add(account_id, databaseId, mark)
  return new Map(
    written.rejected.map(({ index, column, error }) => [
      index,
      new AppError('invalid_input', error, { ...(column !== undefined && { field: column }) }),
    ]),
  )
}

async function sendRequest(
  { fetcher }: Services,
  { method, url, headers, body }: HttpRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const isText = typeof body === 'string'
  const page = await fetcher.fetch({
    method,
    url,
    headers: {
      accept: 'application/json, */*',
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      'idempotency-key': idempotencyKey,
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    signal,
  })
  const text = decodeText(page.bytes, page.contentType)
  return { status: page.status, headers: page.headers, body: asJson(text) ?? text }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For use inside a transaction. */
function emitItem(
  { store, now }: Services,
  { run, items }: ItemWork,
  webhookId: string | null,
  item: unknown,
) {
  const { account_id, id, workflow_id, workflow_name } = run.row
  const webhook = webhookId === null ? null : store.webhooks.read(account_id, webhookId)
  if (webhookId !== null && !webhook?.enabled) throw noWebhook(webhook !== null)
  const { node, idx } = items[0]!
  const data = { run_id: id, workflow_id, workflow_name, node_id: node, index: idx, item }
  store.events.enqueue(account_id, 'workflow_run.item', data, now(), webhookId)
}

/** What a run that has ended gives to the item that waits for it. */
function outputOf({ store }: Services, accountId: string, runId: string): unknown[] {
  const row = store.workflowRuns.row(accountId, runId)
  if (!row) throw new AppError('gone', 'The run of the sub-workflow was deleted.')
  if (isRunOpen(row.state)) throw new Parked(null)
  if (row.state !== 'completed') throw childFailed(row)
  const { ends } = readGraph(JSON.parse(row.graph), row.only_node)
  const { items, total } = store.workflowValues.leftBy(row.seq, ends, MAX_HANDED_ON)
  if (items.length < total) throw tooMuch(total)
  return items
}

function childFailed({ id, state, error }: RunRow): AppError {
  const { message, hint } = error === null ? { message: '', hint: undefined } : JSON.parse(error)
  return new AppError(
    'conflict',
    `The sub-workflow ${state === 'failed' ? 'failed' : 'was cancelled'}: ${message}`,
    {
      hint: hint ?? `GET /v1/workflow-runs/${id} tells more.`,
    },
  )
}

const tooMuch = (total: number) =>
  new AppError(
    'invalid_input',
    `The sub-workflow gave ${total} items, which is too much for one item to take over.`,
    {
      hint: 'Let it write them into a database, and read them from there.',
    },
  )

const tooDeep = () =>
  new AppError('invalid_input', `Runs within runs go ${MAX_DEPTH} deep at most.`, {
    hint: 'Let fewer workflows start one another.',
  })

const noWebhook = (isOff: boolean) =>
  new AppError('conflict', isOff ? 'The webhook is switched off.' : 'The webhook was deleted.', {
    field: 'webhook_id',
    hint: 'Switch it on, or name another.',
  })
