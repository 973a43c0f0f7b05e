import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { RETRY_MS } from '../../base/due-loop.ts'
import { AppError } from '../../base/errors.ts'
import { createTurns } from '../../base/turns.ts'
import type { Store } from '../../store/open-store.ts'
import type { ClaimedItem } from '../../store/workflows/item-claims.ts'
import type { ValueReader } from '../../store/workflows/values.ts'
import type { Expressions, Variables } from '../expressions/expressions.ts'
import type {
  NodeContext,
  NodeInput,
  NodeOperations,
  NodeOutput,
  OutItem,
  SampleRecords,
} from '../node-type.ts'
import { type ResolvedConfig, resolveConfigs } from '../resolve-configs.ts'
import { type ActiveRun, factsOf } from './active-run.ts'
import type { ArrivedItem, ItemEndings, ItemWork } from './item-work.ts'
import { isUnwritable, itemTooLong, ParkedError } from './run-errors.ts'
import type { GraphNode } from './run-graph.ts'

interface PerformDependencies {
  store: Pick<Store, 'workflowValues'>
  expressions: Expressions
  endings: ItemEndings
  /** Returns the context of a node for its work. */
  contextOf(work: ItemWork, signal: AbortSignal): NodeContext
  /** The operations that nodes may call. */
  operations: NodeOperations
  /** Returns the records of an account from which sample items are made. */
  recordsOf(accountId: string): SampleRecords
  /** Whether no further work may begin. */
  isHalted(): boolean
  report(error: unknown): void
}

/** Characters of values after which no further item is read with them: a thread for expressions has 256 MB of memory. */
const MAX_READ = 8_388_608
/** How many groups of items are read and resolved at a time, which hold their values in memory meanwhile. */
const READ_AT_ONCE = 2

type AnyNodeInput = NodeInput<Record<string, unknown>>

/**
 * Whether a node emits its pinned items instead of running: in a dry run, and before the last node of a run that ends at a
 * given node.
 */
const emitsPinned = ({ isDry, row: { only_node, to_node } }: ActiveRun, node: string) =>
  to_node === null ? isDry && only_node === null : node !== to_node

/**
 * Creates the function that runs a node on claimed items, each on its own in parallel or all in one call, and writes how they
 * end.
 */
export function createPerform(parts: PerformDependencies) {
  const { expressions, endings, contextOf, operations, recordsOf, isHalted, report } = parts
  const { workflowValues: values } = parts.store
  const inTurn = pLimit(READ_AT_ONCE)

  const variablesOf = (
    { input, row }: ActiveRun,
    { mentions }: GraphNode,
    item: ArrivedItem,
    reader: ValueReader,
  ): Variables => ({
    item: item.content,
    input,
    nodes: mentions?.length === 0 ? {} : reader.ancestors(item.value, mentions),
    index: item.idx,
    run: factsOf({ row }),
  })

  /** Reads the first items, as many as are not too large together, and their variables. Yields to other calls in between. */
  async function readFirst(run: ActiveRun, node: GraphNode, claimed: readonly ClaimedItem[]) {
    const turns = createTurns()
    const reader = values.reader()
    const items: ArrivedItem[] = []
    const variables: Variables[] = []
    for (const item of claimed) {
      const arrived = { ...item, ...reader.read(item.value) }
      items.push(arrived)
      variables.push(variablesOf(run, node, arrived, reader))
      if (reader.characters() > MAX_READ) break
      if (turns.isOver()) await turns.next()
    }
    return { items, variables }
  }

  /**
   * Returns the configs of items. With `isPartial`, it may return only the first ones, as many as are not too large together.
   */
  const resolve = (
    run: ActiveRun,
    node: GraphNode,
    variables: readonly Variables[],
    isPartial = false,
  ): Promise<ResolvedConfig[]> =>
    resolveConfigs(expressions, node.type, node.written.config, variables, {
      signal: run.stop.signal,
      isPartial,
    }).catch(error => variables.map(() => ({ error: AppError.from(error, run.row.id) })))

  /** Returns the pinned items to emit instead of running the node, once for its first item; null if the node must run. */
  async function pinnedFor({ run, node, items }: ItemWork): Promise<OutItem[] | null> {
    const { pinned } = node.written
    if (!pinned?.length || !emitsPinned(run, node.node)) return null
    const first = items.find(({ idx }) => idx === 0)
    if (!first) return []
    const { branchOf } = node.type
    if (!branchOf) return pinned.map(value => ({ value }))
    const ownVariables = variablesOf(run, node, first, values.reader())
    const variables = pinned.map((item, index) => ({ ...ownVariables, item, index }))
    const configs = await resolve(run, node, variables)
    return configs.map((one, i) =>
      'error' in one ? one : { value: pinned[i], branch: branchOf({ item: pinned[i], config: one.config }) },
    )
  }

  /** Returns a sample of the node's output, instead of its effect in a dry run; null if the node must run. */
  async function sampleFor(
    { run, node: { type } }: ItemWork,
    inputs: readonly AnyNodeInput[],
  ): Promise<OutItem[] | null> {
    if (!run.isDry || !type.isEffect) return null
    const sources = { operations, ...recordsOf(run.row.account_id) }
    const sampleOf = async (input: AnyNodeInput, from: number) => ({
      value: type.sample ? await type.sample(input, sources) : input.item,
      from,
    })
    return Promise.all(inputs.map(sampleOf))
  }

  /** Runs the node within its time limit. */
  async function outputOf(work: ItemWork, inputs: readonly AnyNodeInput[]): Promise<NodeOutput> {
    const { node, run } = work
    const timeLimit = new AbortController()
    const ms = node.written.timeout_ms
    const timer = setTimeout(() => timeLimit.abort(itemTooLong(node.node, ms)), ms)
    const context = contextOf(work, AbortSignal.any([run.stop.signal, timeLimit.signal]))
    try {
      const { type } = node
      // The kind of a type determines the first argument of its `run`.
      return await (type.kind === 'list'
        ? type.run(inputs as never, context)
        : type.run(inputs[0] as never, context))
    } catch (error) {
      throw timeLimit.signal.aborted ? timeLimit.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Returns a node's output, or a sample of it. Throws if an item has no config. */
  async function resultOf(task: ItemWork, configs: readonly ResolvedConfig[]): Promise<NodeOutput> {
    const inputs = configs.map((one, i) => {
      if ('error' in one) throw one.error
      return { item: task.items[i]!.content, config: one.config }
    })
    return (await sampleFor(task, inputs)) ?? outputOf(task, inputs)
  }

  /** Works on items with known configs until they have ended. */
  async function work(
    run: ActiveRun,
    node: GraphNode,
    items: readonly ArrivedItem[],
    configs: ResolvedConfig[],
  ) {
    const task: ItemWork = { run, node, items, isDone: false }
    try {
      const output = (await pinnedFor(task)) ?? (await resultOf(task, configs))
      if (!task.isDone) await endings.end(task, output)
    } catch (thrown) {
      await endWithError(task, thrown)
    }
  }

  /** Ends work that threw. What is already committed stays as it is. */
  async function endWithError(task: ItemWork, thrown: unknown): Promise<void> {
    if (task.isDone) return report(thrown)
    if (thrown instanceof ParkedError) return retryWrite(() => endings.park(task, thrown.runAt))
    const { signal } = task.run.stop
    const error = signal.aborted ? AppError.from(signal.reason) : AppError.from(thrown, task.run.row.id)
    if (error.status === 500) report(error)
    return retryWrite(() => endings.fail(task, error))
  }

  /**
   * Retries a write that fails because the store cannot be written, for example because the disk is full. The items stay
   * claimed until the write succeeds or the service stops.
   */
  async function retryWrite(write: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await write()
      } catch (error) {
        if (!isUnwritable(error) || isHalted()) throw error
        report(error)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
  }

  /** Runs a node on several items at once. Items without a config fail on their own. */
  async function workOnAll(run: ActiveRun, node: GraphNode, items: ArrivedItem[], configs: ResolvedConfig[]) {
    const unfit = items.filter((_, i) => 'error' in configs[i]!)
    await Promise.all(unfit.map(item => work(run, node, [item], [configs[items.indexOf(item)]!])))
    const rest = items.filter(item => !unfit.includes(item))
    if (rest.length)
      await work(
        run,
        node,
        rest,
        configs.filter(one => 'config' in one),
      )
  }

  /** Reads the first items, and resolves their configs, or those of the first of them. */
  async function prepareFirst(run: ActiveRun, node: GraphNode, claimed: readonly ClaimedItem[]) {
    const { items, variables } = await readFirst(run, node, claimed)
    const configs = await resolve(run, node, variables, true)
    return { items: items.slice(0, configs.length), configs }
  }

  /** Works on the items of one node until all have ended. Rejects if the store cannot be written. */
  return async (run: ActiveRun, node: GraphNode, claimed: readonly ClaimedItem[]): Promise<void> => {
    // If the run is to end, the remaining items end with it.
    for (let at = 0; at < claimed.length && !run.error; ) {
      const { items, configs } = await inTurn(() => prepareFirst(run, node, claimed.slice(at)))
      if (node.isList) await workOnAll(run, node, items, configs)
      else await Promise.all(items.map((item, i) => work(run, node, [item], [configs[i]!])))
      at += configs.length
    }
  }
}
