import type { z } from 'zod'
import type { AppError } from '../base/errors.ts'

/**
 * An item that a node emits, or the failure of one of its items. For a node that takes several items at once, `from` is the
 * index of the item that it descends from, starting at 0.
 */
export type OutItem =
  | {
      value: unknown
      /** The branch that it leaves by; `out` if absent. */
      branch?: string
      from?: number
    }
  | { error: AppError; from?: number }

/** One item at a node, with the node's config for it: templates evaluated, validated, with defaults. */
export interface NodeInput<Config> {
  item: unknown
  config: Config
}

/**
 * The output of a node, or a function that returns it inside the transaction that ends its items. What that function writes
 * is committed together with the items, or neither is. It must not await.
 */
export type NodeOutput = OutItem[] | (() => OutItem[])

export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** Names of headers that are not sent to other origins, besides those that are secret by their name. */
  secret_headers: string[]
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** The parsed value if it is JSON, otherwise the text. */
  body: unknown
}

/** A query of the rows of a database, with the parameters of the list of rows. */
export interface RowsQuery {
  databaseId: string
  filter: Record<string, unknown>
  sort?: string | undefined
  limit: number
}

/** A value to write as a row, and its database. */
export interface RowResult {
  databaseId: string
  value: unknown
}

/** A call of an operation. If its answers are pages of a list, up to `maxPages` of them are joined into one answer. */
export interface NodeCall {
  operation: string
  input: unknown
  maxPages?: number | undefined
}

/** What a node can use while it runs. */
export interface NodeContext {
  /** Aborts when the run is cancelled, its time is up, or the service stops. */
  signal: AbortSignal
  /** When this item reached the node, in milliseconds. It stays the same after a restart. */
  arrivedAt: number
  /** The index of the item at the node, starting at 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
  /**
   * Calls an operation through the common runner, with the run's account. Fields that are files are passed as text. `give`
   * returns the items for the answer; they are committed together with the capture of its credits. Throws `AppError`.
   */
  callOperation(call: NodeCall, give: (answer: unknown) => OutItem[]): Promise<OutItem[]>
  rows: {
    /** Returns the data of rows, in order, and whether the limit leaves out others. */
    read(query: RowsQuery): Promise<{ rows: Record<string, unknown>[]; isCut: boolean }>
    /**
     * Writes results in the mode of their databases. In mode `replace`, everything that the node writes becomes the whole
     * content. Returns the errors of rejected results by index; other results were written. Call it only inside a function
     * that the node returns as its `NodeOutput`.
     */
    write(results: readonly RowResult[]): Map<number, AppError>
  }
  /**
   * Returns an output that lacks items which nobody asked to leave out. The run then removes no rows from databases in mode
   * `replace`, because these may be of the missing items.
   */
  incomplete(items: OutItem[]): NodeOutput
  /** Returns true the first time that the node passes this key in its run. Call it only inside such a function. */
  isFirst(key: string): boolean
  /**
   * Sends a request that is protected by the guard, with an `Idempotency-Key` that is the same in every attempt of this item.
   */
  http(request: HttpRequest): Promise<HttpAnswer>
  /** Waits until a time in milliseconds. Until then the run waits, even across a restart, after which the node starts over. */
  sleepUntil(time: number): Promise<void>
  /**
   * Enqueues the delivery of data to a webhook and to all webhooks that subscribe to `workflow_run.item`; if `webhookId` is
   * null, only to the latter. Call it only inside such a function.
   */
  emitWebhook(webhookId: string | null, data: unknown): void
  /** Runs another workflow to its end and returns the items of its output. It runs once for this item, even after a restart. */
  startRun(workflowId: string, input: unknown): Promise<unknown[]>
}

/** The parts of an operation that a node needs. Operations with `faces.node` are available to workflows. */
export interface NodeOperation {
  id: string
  summary: string
  input: z.ZodObject
  /** Input fields that are files. A node passes their text. */
  files?: Record<string, { description: string }>
  /** Present if its answers are pages of a list. */
  paging?: object
  /** The maximum cost of a call with this input, in credits. Absent if it is free. */
  cost?(input: never): number
  example: { input: object; output: unknown }
}

export type NodeOperations = ReadonlyMap<string, NodeOperation>

/** Sample data from the records of an account. Functions return null if there is no such record. */
export interface SampleRecords {
  /** Returns the JSON Schema of a parser's output. */
  parserOutput(id: string): Promise<unknown>
  /** Returns the JSON Schema of a row of a database. */
  row(databaseId: string): Promise<unknown>
  /** Returns the first item of the output of the last complete run of a workflow. */
  lastOutput(workflowId: string): Promise<unknown>
}

/** What sample items are made from. */
export interface SampleSources extends SampleRecords {
  operations: NodeOperations
}

/** The groups in which the editor lists types. */
export const NODE_GROUPS = ['start', 'operations', 'flow', 'items', 'rows', 'outside'] as const

/** A type of node: a description as plain data, and a function that does the work. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds types of any config
export interface NodeType<Config extends z.ZodObject = any> {
  type: string
  group: (typeof NODE_GROUPS)[number]
  title: string
  summary: string
  /** The schema of the resolved config. A field made with `expression` is written as JSONata and holds its value here. */
  config: Config
  /** The branches of its items, besides `error`. */
  branches: readonly string[]
  /**
   * Returns the branch of an item, as `run` chooses it. Needed by types without the branch `out`, so that each pinned item
   * leaves by its own branch.
   */
  branchOf?(input: NodeInput<z.output<Config>>): string
  /** Whether it changes or requests something outside the run. A dry run does not execute it. */
  isEffect: boolean
  /** Returns a sample of an emitted item, or a promise of one, without any effect. If absent, the item itself is the sample. */
  sample?(input: NodeInput<z.output<Config>>, sources: SampleSources): unknown
  /**
   * `item`: takes one item at a time, several in parallel. `list`: takes all items in order, some at a time, once no upstream
   * work is left.
   */
  kind: 'item' | 'list'
  run: ItemRun<z.output<Config>> | ListRun<z.output<Config>>
}

type ItemRun<Config> = (input: NodeInput<Config>, context: NodeContext) => Promise<NodeOutput> | NodeOutput
type ListRun<Config> = (
  inputs: readonly NodeInput<Config>[],
  context: NodeContext,
) => Promise<NodeOutput> | NodeOutput

type NodeDescription<Config extends z.ZodObject> = Omit<NodeType<Config>, 'kind' | 'run'>

/** Creates a node type that handles each item on its own. */
export const itemNode = <Config extends z.ZodObject>(
  type: NodeDescription<Config> & { run: ItemRun<z.output<Config>> },
) => ({ ...type, kind: 'item' as const })

/** Creates a node type that takes its items in order, once all have arrived. */
export const listNode = <Config extends z.ZodObject>(
  type: NodeDescription<Config> & { run: ListRun<z.output<Config>> },
) => ({ ...type, kind: 'list' as const })
