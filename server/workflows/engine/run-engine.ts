import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../accounts/caller.ts'
import { createDueLoop, RETRY_MS } from '../../base/due-loop.ts'
import { AppError } from '../../base/errors.ts'
import type { WallClock } from '../../base/wall-clock.ts'
import { toJobError } from '../../jobs/job-errors.ts'
import type { JobEvents } from '../../jobs/job-events.ts'
import type { Store } from '../../store/open-store.ts'
import type { RunRow } from '../../store/workflows/run-rows.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { NodeContext, NodeOperations, SampleRecords } from '../node-type.ts'
import { createAccountSlots } from './account-slots.ts'
import { type ActiveRun, activate } from './active-run.ts'
import { createDrive, type Drive } from './drive-run.ts'
import { createItemEndings, type ItemEndings, type ItemWork } from './item-work.ts'
import { createPerform } from './perform-items.ts'
import { budgetOf, type RunBudget } from './run-budgets.ts'
import { isUnwritable, runCancelled, runStopping } from './run-errors.ts'
import { readGraph } from './run-graph.ts'

/** The services and settings that the engine needs. */
interface RunEngineDependencies {
  store: Store
  expressions: Expressions
  events: JobEvents
  /** Returns the caller that started a run. */
  callerOf(row: RunRow): Promise<Caller>
  retryMs(): number
  /** Maximum number of items in a run. */
  maxItems(): number
  clock: WallClock
  report(error: unknown): void
}

/** What nodes may use. */
interface NodeServices {
  /** The operations that nodes may call. */
  operations: NodeOperations
  /** Returns the records of an account from which sample items are made. */
  recordsOf(accountId: string): SampleRecords
  contextOf(work: ItemWork, signal: AbortSignal, endings: ItemEndings): NodeContext
}

/** Executes workflow runs. Each continues where it was interrupted, whatever the cause. */
export interface RunEngine {
  /** Reclaims the work of a process that has died, and begins due work. */
  start(services: NodeServices): Promise<void>
  /** Call when new work may be due. */
  wake(): void
  /** Stops the running work of runs that were ended elsewhere, and lets the runs that wait for them continue. */
  ended(runIds: readonly string[]): void
  /** Returns the number of runs that are being worked on. */
  running(): number
  /** Pauses or resumes the start of new work. */
  pause(on: boolean): void
  /** Stops starting new work and waits for running work. After `ms` it stops that too; it continues at the next start. */
  drain(ms: number): Promise<void>
}

/** Maximum runs of an account that are worked on at the same time. Others wait. */
const MAX_ACTIVE = 50
const SETTLE_MS = 2_000

export function createRunEngine(parts: RunEngineDependencies): RunEngine {
  const { store, events, callerOf, clock, report } = parts
  const { now } = clock
  const { workflowRunQueue: queue, workflowRuns } = store
  const active = new Map<string, ActiveRun>()
  const budgets = new Map<string, RunBudget>()
  let isStopped = false
  let isPaused = false
  const underWay = new Map<string, Promise<void>>()

  const loop = createDueLoop<RunRow>({ claim, work: workInOrder, nextDue: queue.nextDue, clock, report })
  const endings = createItemEndings({ ...parts, now })
  const publish = ({ row }: ActiveRun) => events.changed(row.id, row.parent_run_id)
  const isHalted = () => isStopped || isPaused
  let drive: Drive | undefined

  const createOwnDrive = ({ operations, recordsOf, contextOf }: NodeServices) =>
    createDrive({
      ...parts,
      now,
      endings,
      perform: createPerform({
        ...parts,
        endings,
        operations,
        recordsOf,
        isHalted: () => isStopped,
        contextOf: (work, signal) => contextOf(work, signal, endings),
      }),
      slots: createAccountSlots(),
      publish,
      changed(run) {
        publish(run)
        notifyAll(run.row.account_id)
      },
      isHalted,
    })

  const notifyAll = (accountId: string) => {
    for (const { row, wakeSignal } of active.values()) if (row.account_id === accountId) wakeSignal.notify()
  }

  const fullAccounts = () => {
    const byAccount = Map.groupBy(active.values(), ({ row }) => row.account_id)
    return [...byAccount].filter(([, runs]) => runs.length >= MAX_ACTIVE).map(([account]) => account)
  }

  /** Returns the budget of a run, followed by those of its parent runs. */
  const budgetsOf = (row: RunRow): RunBudget[] => {
    const own = budgets.get(row.id) ?? budgetOf(row, JSON.parse(row.graph))
    budgets.set(row.id, own)
    const parent = row.parent_run_id && workflowRuns.row(row.account_id, row.parent_run_id)
    return parent ? [own, ...budgetsOf(parent)] : [own]
  }

  async function open({ account_id, id }: RunRow): Promise<ActiveRun> {
    const row = workflowRuns.row(account_id, id)!
    const caller = await callerOf(row)
    const graph = readGraph(JSON.parse(row.graph), row.only_node)
    return activate(row, { graph, caller, budgets: budgetsOf(row) }, now)
  }

  /** Copies what is kept of an earlier run, if this run repeats one. Returns false if the copying has not finished. */
  const copyEarlier = ({ row, graph }: ActiveRun): Promise<boolean> => {
    const start = graph.nodes.find(({ type, node }) => type.type === 'input' || node === row.only_node)!
    const targets = (node: string, branch: string) => graph.node(node).targets(branch)
    return store.workflowCopies.copy(row.seq, { nodes: graph.nodes, start, targets }, () => isStopped, now())
  }

  async function continueRun(run: ActiveRun): Promise<string[]> {
    await store.write(() => void endings.settle(run))
    publish(run)
    return drive!(run)
  }

  /** Works on a claimed run. A run that cannot be opened has failed. */
  async function work(row: RunRow): Promise<void> {
    try {
      const run = await open(row)
      active.set(row.id, run)
      endWork(row, (await copyEarlier(run)) ? await continueRun(run) : [])
    } catch (thrown) {
      if (isUnwritable(thrown)) throw thrown
      report(thrown)
      const error = toJobError(AppError.from(thrown, row.id))
      endWork(row, await store.write(() => queue.finish(row, { state: 'failed', error }, now())))
    }
  }

  /** If the store cannot be written, tries again a little later. */
  async function workWithRetries(row: RunRow): Promise<void> {
    while (!isStopped)
      try {
        return await work(row)
      } catch (error) {
        report(error)
        active.delete(row.id)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
  }

  /** Ends the work on a run: notifies the runs that wait for it or for a free place. */
  function endWork(row: RunRow, ended: readonly string[]): void {
    endRuns(ended)
    active.delete(row.id)
    events.changed(row.id, row.parent_run_id)
    notifyAll(row.account_id)
  }

  function endRuns(ids: readonly string[]): void {
    if (ids.length) void queue.endRest(now()).catch(report)
    for (const id of ids) {
      budgets.delete(id)
      const run = active.get(id)
      events.changed(id)
      if (!run) continue
      run.isEnded = true
      run.stop.abort(runCancelled())
      run.wakeSignal.notify()
    }
  }

  async function claim(at: number) {
    const taken = await store.write(() => queue.takeUp(MAX_ACTIVE, fullAccounts(), at))
    return { taken, isMore: taken.length > 0 }
  }

  /** Starts work on a run after any earlier work on it: a run that was just parked may be due before that work has ended. */
  function workInOrder(row: RunRow): Promise<void> {
    const before = underWay.get(row.id) ?? Promise.resolve()
    const current = before
      .then(() => workWithRetries(row))
      .catch(report)
      .finally(() => {
        if (underWay.get(row.id) === current) underWay.delete(row.id)
      })
    underWay.set(row.id, current)
    return current
  }

  clock.onSetBack(ms => {
    for (const run of active.values()) {
      run.deadline -= ms
      run.wakeSignal.notify()
    }
  })

  return {
    async start(services) {
      drive = createOwnDrive(services)
      await store.write(() => queue.takeBack(now()))
      void queue.endRest(now()).catch(report)
      loop.start()
    },
    wake: loop.wake,
    ended(ids) {
      endRuns(ids)
      for (const { wakeSignal } of active.values()) wakeSignal.notify()
      loop.wake()
    },
    running: () => active.size,
    pause(on) {
      isPaused = on
      loop.pause(on)
    },
    async drain(ms) {
      isStopped = true
      for (const run of active.values()) run.wakeSignal.notify()
      await loop.stop()
      await loop.settled(ms)
      for (const run of active.values()) run.stop.abort(runStopping())
      await loop.settled(SETTLE_MS)
    },
  }
}
