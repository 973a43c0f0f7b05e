import { toJobError } from '../../jobs/job-errors.ts'
import type { Store } from '../../store/open-store.ts'
import type { ClaimedItem } from '../../store/workflow-items.ts'
import type { RunEnd } from '../../store/workflow-run-queue.ts'
import { ERROR } from '../graph.ts'
import type { ActiveRun } from './active-run.ts'
import type { ItemEndings } from './item-work.ts'
import type { Lanes } from './lanes.ts'
import type { createPerform } from './perform-items.ts'
import { runTooLong } from './run-errors.ts'
import type { GraphNode } from './run-graph.ts'

export interface DriveParts {
  store: Pick<Store, 'write' | 'workflowItems' | 'workflowRunQueue' | 'workflowValues'>
  endings: ItemEndings
  perform: ReturnType<typeof createPerform>
  lanes: Lanes
  /** What is under way has ended or begun. */
  changed(run: ActiveRun): void
  /** No further work may begin. */
  isHalted(): boolean
  now(): number
  report(error: unknown): void
}

/** Items without effects that are worked on in one go. */
const GROUP = 200
/** Items of a run's output that are kept with it. */
const MAX_OUTPUT = 100
/** After a failure of the store. */
const PAUSE_MS = 1_000

/** What is left of a run that nobody works on. */
type Rest = 'over' | 'parked' | 'due'

/** Works on a run until it has ended, waits for a time or another run, or the service stops. Gives the runs that ended. */
export function createDrive(parts: DriveParts) {
  const { store, endings, perform, lanes, changed, isHalted, now, report } = parts
  const { workflowItems: items, workflowRunQueue: queue, workflowValues: values } = store

  const ofKind = ({ graph }: ActiveRun, isEffect: boolean) =>
    graph.nodes.filter(({ type, isList }) => !isList && type.isEffect === isEffect).map(({ node }) => node)
  const lists = ({ graph }: ActiveRun) => graph.nodes.filter(({ isList }) => isList).map(({ node }) => node)

  function begin(run: ActiveRun, node: GraphNode, claimed: readonly ClaimedItem[], inLane: boolean): void {
    run.underWay += 1
    if (inLane) run.inLanes += 1
    changed(run)
    void perform(run, node, claimed)
      .catch(report)
      .finally(() => {
        run.underWay -= 1
        if (inLane) {
          run.inLanes -= 1
          lanes.free(run.row.account_id)
        }
        changed(run)
      })
  }

  /** Items of nodes that reach beyond the run: each needs a lane. Gives how many began. */
  async function beginEffects(run: ActiveRun): Promise<number> {
    const { row, caller, graph } = run
    const wanted = graph.document.settings.concurrency - run.inLanes
    const free = lanes.take(row.account_id, Math.max(0, wanted), caller.account.limits.job_concurrency)
    const claimed = free ? await claim(run, ofKind(run, true), free) : []
    for (let i = claimed.length; i < free; i++) lanes.free(row.account_id)
    for (const item of claimed) begin(run, graph.node(item.node), [item], true)
    return claimed.length
  }

  async function beginOthers(run: ActiveRun): Promise<number> {
    const claimed = await claim(run, ofKind(run, false), GROUP)
    for (const [node, group] of Map.groupBy(claimed, item => item.node))
      begin(run, run.graph.node(node), group, false)
    const all = await store.write(() => items.claimAll(run.row.seq, lists(run), now()))
    if (all.length) begin(run, run.graph.node(all[0]!.node), all, false)
    return claimed.length + all.length
  }

  const claim = (run: ActiveRun, nodes: readonly string[], limit: number): Promise<ClaimedItem[]> =>
    nodes.length ? store.write(() => items.claim(run.row.seq, nodes, limit, now())) : Promise.resolve([])

  const endOf = ({ row, graph, error }: ActiveRun): RunEnd =>
    error
      ? { state: 'failed', error }
      : { state: 'completed', output: values.givenBy(row.seq, graph.last, ERROR, MAX_OUTPUT) }

  const finish = (run: ActiveRun) => {
    const ended = queue.finish(run.row, endOf(run), now())
    run.isEnded = true
    return ended
  }

  /** Inside a transaction, with nothing under way. */
  function conclude(run: ActiveRun, ended: string[]): Rest {
    if (run.error || endings.settle(run)) {
      ended.push(...finish(run))
      return 'over'
    }
    const next = items.nextDue(run.row.seq)
    if (next !== null && next <= now()) return 'due'
    queue.park(run.row.seq, Math.min(next ?? run.deadline, run.deadline))
    return 'parked'
  }

  /** One turn; false where the work on the run is over. */
  async function turn(run: ActiveRun, ended: string[]): Promise<boolean> {
    if (!run.error && now() >= run.deadline) tooLong(run)
    const isHeld = run.error !== null || run.isEnded || isHalted()
    if (!isHeld && (await beginOthers(run)) + (await beginEffects(run)) > 0) return true
    if (run.underWay || (isHalted() && !run.isEnded)) {
      if (!run.underWay) return false
      await run.bell.wait(Math.min(items.nextDue(run.row.seq) ?? run.deadline, run.deadline))
      return true
    }
    if (run.isEnded) return false
    const rest = await store.write(() => conclude(run, ended))
    if (rest === 'due') await run.bell.wait(now() + PAUSE_MS)
    return rest === 'due'
  }

  function tooLong(run: ActiveRun): void {
    const error = runTooLong(run.graph.document.settings.max_duration)
    run.error = toJobError(error)
    run.stop.abort(error)
  }

  return async (run: ActiveRun): Promise<string[]> => {
    const ended: string[] = []
    for (let goesOn = true; goesOn; )
      goesOn = await turn(run, ended).catch(async error => {
        report(error)
        await run.bell.wait(now() + PAUSE_MS)
        return !isHalted()
      })
    return ended
  }
}
