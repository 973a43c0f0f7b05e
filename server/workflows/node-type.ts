import type { z } from 'zod'
import type { AppError } from '../base/errors.ts'

/**
 * An item that a node emits, or that one of its items failed. `from`, of a node that takes several items at once: the place
 * of the one that it descends from, from 0.
 */
export type OutItem =
  | {
      value: unknown
      /** The branch that it leaves by; `out` where absent. */
      branch?: string
      from?: number
    }
  | { error: AppError; from?: number }

/** One item at a node, with the node's config resolved for it: templates evaluated, checked, with its defaults. */
export interface Turn<Config> {
  item: unknown
  config: Config
}

/**
 * What a node emits, or a function that yields it inside the transaction that ends its items: what it writes there is
 * committed together with them, or neither is. The function must not await.
 */
export type NodeOutput = OutItem[] | (() => OutItem[])

export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** Names of headers that no other origin may get, beside those that are secret by their name. */
  secret_headers: string[]
  /** A string as it is, anything else as JSON. */
  body?: unknown
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** Parsed where it is JSON, else its text. */
  body: unknown
}

/** Rows of a database that are read, as the listing of rows takes them. */
export interface RowsQuery {
  databaseId: string
  filter: Record<string, unknown>
  sort?: string | undefined
  limit: number
}

/** What becomes a row, and of which database. */
export interface RowResult {
  databaseId: string
  value: unknown
}

/** A call of an operation, or of one whose answers are pages of a list: as many as `maxPages` joined in one. */
export interface NodeCall {
  operation: string
  input: unknown
  maxPages?: number | undefined
}

/** What a node is handed of the world. */
export interface NodeContext {
  /** Fires when the run is cancelled, its time is over, or the service stops. */
  signal: AbortSignal
  /** When this item reached the node, in milliseconds; the same after a restart. */
  arrivedAt: number
  /** Which item of the node it is, from 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
  /**
   * Calls an operation through the one runner, with the run's account; fields that are files come as text. `give` makes
   * the items of its answer; they are committed together with the capture of its credits. Throws AppError.
   */
  callOperation(call: NodeCall, give: (answer: unknown) => OutItem[]): Promise<OutItem[]>
  rows: {
    /** The data of rows, in order. */
    read(query: RowsQuery): Promise<Record<string, unknown>[]>
    /**
     * Only inside a function that the node returns as its `NodeOutput`: writes results as the modes of their databases
     * say; in one that is replaced, all that the node writes is its whole content. Returns why each was rejected, by its
     * place; absent places were written.
     */
    write(results: readonly RowResult[]): Map<number, AppError>
  }
  /** Only inside such a function: true the first time that the node asks for this key in its run. */
  isFirst(key: string): boolean
  /** Requests through the guard, with an `Idempotency-Key` that is the same in every attempt of this item. */
  http(request: HttpRequest): Promise<HttpAnswer>
  /** Returns once that time (milliseconds) is over; until then the run waits, also over a restart, after which the node starts over. */
  sleepUntil(time: number): Promise<void>
  /**
   * Only inside such a function: has data delivered to a webhook, and to all that ask for `workflow_run.item`; only to
   * these where it is null.
   */
  emitWebhook(webhookId: string | null, data: unknown): void
  /** Runs another workflow to its end, once for this item whatever happens, and returns the items of its output. */
  startRun(workflowId: string, input: unknown): Promise<unknown[]>
}

/** An operation as far as a node needs it; it shows itself to workflows by `faces.node`. */
export interface NodeOperation {
  id: string
  summary: string
  input: z.ZodObject
  /** Input fields that are files; a node passes their text. */
  files?: Record<string, { description: string }>
  /** Its answers are pages of one list. */
  paging?: object
  /** Credits that a call with this input may cost; absent for what is free. */
  cost?(input: never): number
  example: { input: object; output: unknown }
}

export type NodeOperations = ReadonlyMap<string, NodeOperation>

/** What the records of an account tell about items; null where there is no such record. */
export interface SampleRecords {
  /** The JSON Schema of what a parser yields. */
  parserOutput(id: string): Promise<unknown>
  /** The JSON Schema of a row of a database. */
  row(databaseId: string): Promise<unknown>
  /** The first item that the last complete run of a workflow returned. */
  lastOutput(workflowId: string): Promise<unknown>
}

/** What samples of items are made from. */
export interface SampleWorld extends SampleRecords {
  operations: NodeOperations
}

/** Where the editor lists a type. */
export const NODE_GROUPS = ['start', 'operations', 'flow', 'items', 'rows', 'outside'] as const

/** What a node can be: plain data, and what it does. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds types of any config
export interface NodeType<Config extends z.ZodObject = any> {
  type: string
  group: (typeof NODE_GROUPS)[number]
  title: string
  summary: string
  /** Of the resolved config. A field made by `expression` is written as JSONata and holds its value here. */
  config: Config
  /** What its items leave by, beside `error`. */
  branches: readonly string[]
  /** The branch of an item, as `run` has it; of a type without the branch `out`, whose pinned items leave by their own. */
  branchOf?(turn: Turn<z.output<Config>>): string
  /** It changes or asks something outside the run: a dry run does not do it. */
  isEffect: boolean
  /** What one of its items may look like, or a promise of it, made without an effect; the item itself where absent. */
  sample?(turn: Turn<z.output<Config>>, world: SampleWorld): unknown
  /**
   * One item at a time, siblings side by side; or, once nothing upstream is under way any more, all that have arrived in
   * their order, some at a time.
   */
  kind: 'item' | 'list'
  run: ItemRun<z.output<Config>> | ListRun<z.output<Config>>
}

type ItemRun<Config> = (turn: Turn<Config>, context: NodeContext) => Promise<NodeOutput> | NodeOutput
type ListRun<Config> = (
  turns: readonly Turn<Config>[],
  context: NodeContext,
) => Promise<NodeOutput> | NodeOutput

type Described<Config extends z.ZodObject> = Omit<NodeType<Config>, 'kind' | 'run'>

/** A node type whose items do not know of each other. */
export const itemNode = <Config extends z.ZodObject>(
  type: Described<Config> & { run: ItemRun<z.output<Config>> },
) => ({ ...type, kind: 'item' as const })

/** A node type that takes its items in their order, once all of them are there. */
export const listNode = <Config extends z.ZodObject>(
  type: Described<Config> & { run: ListRun<z.output<Config>> },
) => ({ ...type, kind: 'list' as const })
