import type { z } from 'zod'

/** An item that a node gives. */
export interface OutItem {
  value: unknown
  /** The branch that it leaves by; `out` where absent. */
  branch?: string
  /** Of a node that takes all items at once: the place of the one that it descends from, from 0. */
  from?: number
}

/** One item at a node, with the node's config resolved for it: templates evaluated, checked, with its defaults. */
export interface Turn<Config> {
  item: unknown
  config: Config
}

/**
 * What a node gives, or a function that yields it inside the transaction that ends its items: what it writes there is
 * committed together with them, or neither is. The function must not await.
 */
export type Given = OutItem[] | (() => OutItem[])

export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
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

/** What a node is handed of the world. */
export interface NodeContext {
  /** Fires when the run is cancelled, its time is over, or the service stops. */
  signal: AbortSignal
  /** When this item came to the node, in milliseconds; the same after a restart. */
  arrivedAt: number
  /** Which item of the node it is, from 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
  /**
   * Calls an operation through the one runner, with the run's account. `give` makes the items of its answer; they are
   * committed together with the capture of its credits. Throws AppError.
   */
  callOperation(id: string, input: unknown, give: (answer: unknown) => OutItem[]): Promise<OutItem[]>
  rows: {
    /** The data of rows, in order. */
    read(query: RowsQuery): Promise<Record<string, unknown>[]>
    /**
     * Only inside the function of `Given`: writes results as the database's mode says. Gives why each was rejected,
     * by its place; absent places were written.
     */
    write(databaseId: string, results: readonly unknown[]): Map<number, Error>
  }
  /** Requests through the guard, with an `Idempotency-Key` that is the same in every attempt of this item. */
  http(request: HttpRequest): Promise<HttpAnswer>
  /** Returns once that time (milliseconds) is over; until then the run waits, also over a restart, after which the node begins anew. */
  sleepUntil(time: number): Promise<void>
  /** Only inside the function of `Given`: has data delivered to a webhook. */
  emitWebhook(webhookId: string, data: unknown): void
  /** Runs another workflow to its end, once for this item whatever happens, and gives the items of its output. */
  startRun(workflowId: string, input: unknown): Promise<unknown[]>
}

/** What a node can be: plain data, and what it does. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds types of any config
export interface NodeType<Config extends z.ZodObject = any> {
  type: string
  title: string
  summary: string
  /** Of the resolved config. A field made by `expression` is written as JSONata and holds its value here. */
  config: Config
  /** What its items leave by, beside `error`. */
  branches: readonly string[]
  /** It changes or asks something outside of the run: a trial does not do it. */
  isEffect: boolean
  /** One item at a time, siblings side by side; or all that arrive, once nothing upstream is under way any more. */
  kind: 'item' | 'list'
  run: ItemRun<z.output<Config>> | ListRun<z.output<Config>>
}

export type ItemRun<Config> = (turn: Turn<Config>, context: NodeContext) => Promise<Given> | Given
export type ListRun<Config> = (turns: readonly Turn<Config>[], context: NodeContext) => Promise<Given> | Given

type Described<Config extends z.ZodObject> = Omit<NodeType<Config>, 'kind' | 'run'>

/** A node type whose items do not know of each other. */
export const itemNode = <Config extends z.ZodObject>(
  type: Described<Config> & { run: ItemRun<z.output<Config>> },
) => ({ ...type, kind: 'item' as const })

/** A node type that needs all its items at once. */
export const listNode = <Config extends z.ZodObject>(
  type: Described<Config> & { run: ListRun<z.output<Config>> },
) => ({ ...type, kind: 'list' as const })
