import { RETRY_MS } from '../../base/due-loop.ts'
import { toJobError } from '../../jobs/job-errors.ts'
import type { Store } from '../../store/open-store.ts'
import type { ClaimedItem } from '../../store/workflows/item-claims.ts'
import type { RunEnd, RunError } from '../../store/workflows/run-queue.ts'
import type { StepRow } from '../../store/workflows/run-rows.ts'
import type { AccountSlots } from './account-slots.ts'
import type { ActiveRun } from './active-run.ts'
import type { ItemEndings } from './item-work.ts'
import type { createPerform } from './perform-items.ts'
import { isUnwritable, runTooLong } from './run-errors.ts'
import { allFailed, hasReachedEnd } from './settle-steps.ts'

interface DriveDependencies {
  store: Pick<
    Store,
    'write' | 'workflowItems' | 'workflowParts' | 'workflowRuns' | 'workflowRunQueue' | 'workflowValues'
  >
  endings: ItemEndings
  perform: ReturnType<typeof createPerform>
  slots: AccountSlots
  /** Call when a part of a run has begun. */
  publish(run: ActiveRun): void
  /** Call when a part of a run has ended, so that runs that waited for its slots can continue. */
  changed(run: ActiveRun): void
  /** Whether no further work may begin. */
  isHalted(): boolean
  now(): number
  report(error: unknown): void
}

/** Maximum items of one claim, for nodes without effects and for nodes of kind `list`. */
const CLAIM_SIZE = 200
/** Maximum output that is stored with the run itself. */
const MAX_OUTPUT = { items: 100, characters: 65_536 }

/** The state of a run after a turn without running work. */
type IdleOutcome = { ended: string[] } | 'parked' | 'due'

export type Drive = ReturnType<typeof createDrive>

/**
 * Returns a function that works on a run until it ends, must wait for a time or another run, or the service stops. It returns
 * the ids of runs that ended.
 */
export function createDrive(parts: DriveDependencies) {
  const { store, endings, perform, slots, publish, changed, isHalted, now, report } = parts
  const { workflowItems: items, workflowRunQueue: queue, workflowValues: values } = store

  const nodesByEffect = ({ graph }: ActiveRun, isEffect: boolean) =>
    graph.nodes.filter(({ type, isList }) => !isList && type.isEffect === isEffect).map(({ node }) => node)
  /** Returns the nodes of kind `list` that are not working on any items. */
  const listsOf = ({ graph, inOrder }: ActiveRun) =>
    graph.nodes.filter(({ node, isList }) => isList && !inOrder.has(node)).map(({ node }) => node)

  function begin(run: ActiveRun, claimed: readonly ClaimedItem[], inSlot: boolean): void {
    const node = run.graph.node(claimed[0]!.node)
    run.underWay += 1
    if (node.isList) run.inOrder.add(node.node)
    if (inSlot) run.inSlots += 1
    void perform(run, node, claimed)
      .catch(report)
      .finally(() => {
        run.underWay -= 1
        run.inOrder.delete(node.node)
        if (inSlot) run.inSlots -= 1
        if (inSlot) slots.free(run.row.account_id)
        changed(run)
      })
  }

  /** Begins all due items; those with effects only as far as there are free slots. Returns false if nothing is due. */
  async function beginDue(run: ActiveRun): Promise<boolean> {
    const { row, caller, graph } = run
    const requested = Math.max(0, graph.document.settings.concurrency - run.inSlots)
    const free = slots.take(row.account_id, requested, caller.account.limits.job_concurrency)
    const { effects, others, lists } = await claim(run, free).catch(error => {
      for (let i = 0; i < free; i++) slots.free(row.account_id)
      throw error
    })
    for (let i = effects.length; i < free; i++) slots.free(row.account_id)
    for (const item of effects) begin(run, [item], true)
    for (const group of Map.groupBy(others, ({ node }) => node).values()) begin(run, group, false)
    for (const slice of lists) begin(run, slice, false)
    const isAny = effects.length + others.length + lists.length > 0
    if (isAny) publish(run)
    return isAny
  }

  const claim = (run: ActiveRun, free: number) =>
    store.write(() => {
      const take = (nodes: string[], limit: number) =>
        nodes.length && limit ? items.claim(run.row.seq, nodes, limit, now()) : []
      const effects = take(nodesByEffect(run, true), free)
      const others = take(nodesByEffect(run, false), CLAIM_SIZE)
      const { seq } = run.row
      const nodes = items.released(seq, listsOf(run), now())
      return { effects, others, lists: nodes.map(node => items.claimInOrder(seq, node, CLAIM_SIZE, now())) }
    })

  /** Returns the error of a run in which a sub-workflow ran out of credits; null for other runs. */
  const outOfCredits = ({ row, graph }: ActiveRun, steps: readonly StepRow[]): RunError | null => {
    for (const { node, items_failed } of steps) {
      if (!items_failed || graph.node(node).type.type !== 'sub_workflow') continue
      const error = items.outOfCredits(row.seq, node)
      if (error) return { ...error, node_id: node }
    }
    return null
  }

  /**
   * Returns the end of a run. A run has failed if items failed and none reached an end of the workflow, like a batch in which
   * every item failed.
   */
  const endOf = (run: ActiveRun): RunEnd => {
    const { row, graph } = run
    const steps = store.workflowRuns.steps(row.seq)
    const error = run.error ?? allFailed(graph, steps) ?? outOfCredits(run, steps)
    if (error) return { state: 'failed', error, cameThrough: hasReachedEnd(graph, steps) }
    return { state: 'completed', output: values.leftBy(row.seq, graph.ends, MAX_OUTPUT) }
  }

  /** Ends or parks a run that has no running work. Call it inside a transaction, which may be rolled back. */
  function conclude(run: ActiveRun): IdleOutcome {
    if (run.error || endings.settle(run)) return { ended: queue.finish(run.row, endOf(run), now()) }
    const isMore =
      store.workflowParts.isAny(run.row.seq) || items.released(run.row.seq, listsOf(run), now()).length > 0
    const next = isMore ? now() : items.nextDue(run.row.seq)
    if (next !== null && next <= now() && !isHalted()) return 'due'
    queue.park(run.row.seq, Math.min(next ?? run.deadline, run.deadline))
    return 'parked'
  }

  /** Does one step of the work. Returns false if the work on the run is finished. */
  async function doStep(run: ActiveRun, ended: string[]): Promise<boolean> {
    if (!run.error && now() >= run.deadline) abortTooLong(run)
    const mayBegin = run.error === null && !run.isEnded && !isHalted()
    if (mayBegin && (await endings.sendPart(run))) return true
    if (mayBegin && (await beginDue(run))) return true
    if (run.underWay) {
      await run.wakeSignal.wait(nextCheckAt(run))
      return true
    }
    if (run.isEnded) return false
    const outcome = await store.write(() => conclude(run))
    if (typeof outcome === 'object') {
      run.isEnded = true
      ended.push(...outcome.ended)
    }
    if (outcome === 'due') await run.wakeSignal.wait(now() + RETRY_MS)
    return outcome === 'due'
  }

  /** Returns the time of the next check. Items that are already due wait for a slot; when one is freed, the run is notified. */
  function nextCheckAt({ row, deadline }: ActiveRun): number {
    const next = items.nextDue(row.seq)
    return next === null || next <= now() ? deadline : Math.min(next, deadline)
  }

  function abortTooLong(run: ActiveRun): void {
    const error = runTooLong(run.graph.document.settings.max_duration)
    run.error = toJobError(error)
    run.stop.abort(error)
  }

  /** If the store cannot be written, tries again a little later. */
  async function retryLater(run: ActiveRun, error: unknown): Promise<boolean> {
    if (!isUnwritable(error)) throw error
    report(error)
    await run.wakeSignal.wait(now() + RETRY_MS)
    return !isHalted()
  }

  return async (run: ActiveRun): Promise<string[]> => {
    const ended: string[] = []
    for (let isMore = true; isMore; ) isMore = await doStep(run, ended).catch(error => retryLater(run, error))
    return ended
  }
}
