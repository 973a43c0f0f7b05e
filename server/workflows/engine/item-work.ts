import pLimit from 'p-limit'
import { RETRY_MS } from '../../base/due-loop.ts'
import type { AppError } from '../../base/errors.ts'
import { createTurns } from '../../base/turns.ts'
import { pauseBefore, toJobError } from '../../jobs/job-errors.ts'
import type { Store } from '../../store/open-store.ts'
import type { ClaimedItem } from '../../store/workflows/item-claims.ts'
import type { EmittedValue, ItemEnd } from '../../store/workflows/items.ts'
import { cutIntoParts, MAX_PART_VALUES, type NewPart } from '../../store/workflows/parts.ts'
import { packValue } from '../../store/workflows/values.ts'
import { ERROR, OUT } from '../graph.ts'
import type { NodeOutput, OutItem } from '../node-type.ts'
import type { ActiveRun } from './active-run.ts'
import { isOutOfCredits, itemsTooMany } from './run-errors.ts'
import type { GraphNode } from './run-graph.ts'
import { settleSteps } from './settle-steps.ts'

/** One item, or several items of a node of kind `list`, on which the node works. */
export interface ItemWork {
  run: ActiveRun
  node: GraphNode
  items: readonly ArrivedItem[]
  /** Whether its end is committed, with the capture of its credits if it called an operation. */
  isDone: boolean
}

/** An item with its value. `held` is the number of the stored value that contains it. */
export interface ArrivedItem extends ClaimedItem {
  content: unknown
  held: number
}

interface ItemEndingDependencies {
  store: Pick<Store, 'write' | 'workflowItems' | 'workflowParts' | 'workflowRuns' | 'workflowRunQueue'>
  /** Maximum number of items in a run. */
  maxItems(): number
  /** Milliseconds before the first retry; the pause grows with each. */
  retryMs(): number
  now(): number
}

type ValueItem = Extract<OutItem, { value: unknown }>

/** Creates the functions that end work on items. Output is passed on in the transaction that ends the item. */
export function createItemEndings({ store, maxItems, retryMs, now }: ItemEndingDependencies) {
  const { workflowItems: items, workflowParts: parts, workflowRuns, workflowRunQueue: queue } = store

  /** One packing at a time: packing yields to other calls, and several at once would fill each other's pauses. */
  const inTurn = pLimit(1)

  /** Ends the steps that no item can reach any more. Returns true if the whole run is over. Call it inside a transaction. */
  const settle = ({ row, graph, error }: ActiveRun): boolean => {
    if (error) return false
    const emitting = parts.nodes(row.seq)
    const { ready, ended, isOver } = settleSteps(graph, workflowRuns.steps(row.seq), emitting)
    for (const { node, state } of ended) items.endStep(row.seq, node, state, now())
    for (const node of ready) items.release(row.seq, node, now())
    return isOver
  }

  /**
   * Settles the steps after items have ended, unless other items of the node are still open. Call it in the same transaction.
   */
  const settleAfter = ({ run, node }: ItemWork): void => {
    if (!items.openAt(run.row.seq, node.node)) settle(run)
  }

  /** Returns what an item emits, with its target nodes. A value that passes unchanged is not stored twice. */
  const emittedValues = ({ node }: ItemWork, item: ArrivedItem, outs: readonly ValueItem[]): EmittedValue[] =>
    outs.map(({ value, branch = OUT }) => ({
      branch,
      value: value === item.content ? { same: item.held } : packValue(value),
      targets: node.targets(branch),
    }))

  /**
   * Ends all items of the work with the node's output. Credits count for the first item. Returns false if the work is no
   * longer running; then nothing is written. Call it inside a transaction.
   */
  const complete = (work: ItemWork, output: NodeOutput, credits: number): boolean => {
    if (work.run.isEnded) return false
    const outs = typeof output === 'function' ? output() : output
    countItems(work, outs)
    const outsByItem = Map.groupBy(outs, ({ from = 0 }) => from)
    const ends = work.items.map((item, i) => endOne(work, item, outsByItem.get(i) ?? [], i ? 0 : credits))
    if (ends.includes('gone')) return false
    if (credits) queue.spend(work.run.budgets, credits)
    settleAfter(work)
    return true
  }

  /**
   * Counts the cost of a part of the work, which continues. Returns false if the work is no longer running; then nothing is
   * written. Call it inside a transaction.
   */
  const pay = (work: ItemWork, credits: number): boolean => {
    if (work.run.isEnded || !items.pay(work.items[0]!, credits)) return false
    queue.spend(work.run.budgets, credits)
    return true
  }

  /**
   * Returns how many items a node's output becomes: one for each node that a value goes to, and at least one for each value.
   */
  const countReached = (node: GraphNode, outs: readonly OutItem[]): number => {
    const countByBranch = new Map<string, number>()
    for (const out of outs) {
      const branch = 'error' in out ? ERROR : (out.branch ?? OUT)
      countByBranch.set(branch, (countByBranch.get(branch) ?? 0) + 1)
    }
    return [...countByBranch].reduce(
      (sum, [branch, count]) => sum + count * Math.max(1, node.targets(branch).length),
      0,
    )
  }

  /**
   * Counts the items that a node emits. Throws if the run would have too many. Call it inside a transaction, before anything
   * is written.
   */
  const countItems = ({ run, node }: ItemWork, outs: readonly OutItem[]): void => {
    const reached = countReached(node, outs)
    if (reached && !items.count(run.row.seq, reached, maxItems())) throw itemsTooMany(node.node, maxItems())
  }

  const packParts = async (outs: readonly ValueItem[]): Promise<NewPart[]> => {
    const turns = createTurns()
    const packedParts: NewPart[] = []
    for (const part of cutIntoParts(outs.map(({ value, branch = OUT }) => ({ value, branch })))) {
      packedParts.push(part)
      if (turns.isOver()) await turns.next()
    }
    return packedParts
  }

  /**
   * Ends an item that emitted more than one transaction should write. Its end is committed with the packed output, which is
   * then passed on part by part: other work can run in between, and a crash neither loses nor duplicates a part.
   */
  const endInParts = async (work: ItemWork, outs: readonly ValueItem[]): Promise<void> => {
    const { run, node } = work
    const { seq } = run.row
    if (items.counted(seq) + countReached(node, outs) > maxItems()) throw itemsTooMany(node.node, maxItems())
    const packedParts = await packParts(outs)
    await store.write(() => {
      const [item] = work.items
      if (!items.end(item!, { state: 'completed', credits: 0 }, now())) return
      countItems(work, outs)
      for (const part of packedParts) parts.write(seq, item!.seq, part)
    })
  }

  /** Ends one item with its output, or with the error that the output contains. */
  const endOne = (work: ItemWork, item: ArrivedItem, outs: readonly OutItem[], credits: number) => {
    const fault = outs.find(out => 'error' in out)
    if (fault) {
      if (failOne(work, item, fault.error)) endRun(work, fault.error)
      return 'ended'
    }
    if (!items.end(item, { state: 'completed', credits }, now())) return 'gone'
    items.emit(item, emittedValues(work, item, outs as ValueItem[]), now())
    return 'ended'
  }

  /** Records the error with which the run ends, so that no more work of it begins. Call it inside a transaction. */
  const endRun = ({ run, node }: ItemWork, error: AppError) => {
    run.error ??= { ...toJobError(error), node_id: node.node }
    queue.setError(run.row.seq, run.error)
  }

  /** Ends a failed item, or schedules a retry. Returns true if the failure ends the run. Call it inside a transaction. */
  const failOne = (work: ItemWork, item: ArrivedItem, error: AppError): boolean => {
    const { node } = work
    const retry = retryOf(work, item, error)
    if (!items.end(item, retry ?? { state: 'failed', error: toJobError(error) }, now()) || retry) return false
    const value = { item: item.content, error: toJobError(error) }
    if (node.targets(ERROR).length)
      items.emit(item, emittedValues(work, item, [{ value, branch: ERROR }]), now())
    return node.written.on_error === 'stop' || endsRun(item, error)
  }

  /**
   * Returns the retry of an item; null if it has failed for good. Failures that are not the item's fault do not count as
   * attempts.
   */
  const retryOf = (work: ItemWork, item: ArrivedItem, thrown: AppError): ItemEnd | null => {
    const error = toJobError(thrown)
    if (thrown.code === 'unavailable_service')
      return { state: 'pending', error, run_at: now() + RETRY_MS, counted: false }
    const { on_error, retries } = work.node.written
    if (!error.retryable || on_error !== 'retry' || item.attempt > retries) return null
    const pause = pauseBefore(item.attempt, retryMs(), thrown.facts.retryAfter ?? 0, Math.random())
    return { state: 'pending', error, run_at: now() + pause, counted: true }
  }

  return {
    settle,
    complete,
    pay,
    /** Whether the work is retried after an error. */
    isTriedAgain: (work: ItemWork, error: AppError): boolean => retryOf(work, work.items[0]!, error) !== null,
    /**
     * Ends all items of the work with the node's output. If the output function throws, rejects with its error and writes
     * nothing.
     */
    async end(work: ItemWork, output: NodeOutput): Promise<void> {
      if (isLarge(work, output)) await inTurn(() => endInParts(work, output))
      else await store.write(() => complete(work, output, 0))
      work.isDone = true
    },
    /** Passes on the next part of the output of a run's nodes. Returns false if there is none. */
    sendPart: ({ row, graph, ...run }: ActiveRun): Promise<boolean> =>
      store.write(() => {
        const part = parts.next(row.seq)
        if (!part) return false
        const node = graph.node(part.item.node)
        const emitted = part.leaving.map(({ branch, value }) => ({
          branch,
          value: packValue(value),
          targets: node.targets(branch),
        }))
        items.emit(part.item, emitted, now(), part.first, part.total)
        parts.remove(part.seq)
        if (!parts.isAny(row.seq)) settle({ row, graph, ...run })
        return true
      }),
    /** Ends all items of the work with an error, which may end the run. */
    async fail(work: ItemWork, error: AppError): Promise<void> {
      await store.write(() => {
        if (work.items.map(item => failOne(work, item, error)).includes(true)) endRun(work, error)
        settleAfter(work)
      })
      work.isDone = true
    },
    /** Makes the work wait until a time, or until the run that it has started ends. */
    async park(work: ItemWork, runAt: number | null): Promise<void> {
      await store.write(() => {
        for (const item of work.items) items.end(item, { state: 'waiting', run_at: runAt }, now())
      })
      work.isDone = true
    },
  }
}

/**
 * Whether a single item emitted so much that it must be written in parts. What several items emitted together is written as
 * they end.
 */
const isLarge = (work: ItemWork, output: NodeOutput): output is ValueItem[] =>
  typeof output !== 'function' &&
  work.items.length === 1 &&
  output.length > MAX_PART_VALUES &&
  !output.some(out => 'error' in out)

/**
 * Whether an error ends the run, because every further call would fail in the same way. Runs of sub-workflows finish on their
 * own, so that what they paid for is kept.
 */
const endsRun = ({ child_run }: ArrivedItem, { code, facts }: AppError) =>
  code === 'run_too_large' || (child_run === null && isOutOfCredits(code, facts.field))

export type ItemEndings = ReturnType<typeof createItemEndings>
