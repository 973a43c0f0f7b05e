import type { AppError } from '../../base/errors.ts'

/** The variables of an expression. */
export interface Variables {
  /** The current item. */
  item: unknown
  /** The input of the run. */
  input: unknown
  /** By node id: the item of that earlier node from which this one descends. */
  nodes: Record<string, unknown>
  /** The index of the item at the node, starting at 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
}

/** Names with which an expression may begin. */
export const VARIABLES: readonly string[] = [
  'item',
  'input',
  'nodes',
  'index',
  'run',
] satisfies (keyof Variables)[]

export const holdsTemplate = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('{{')

/** The names in an expression: ids of nodes, and names at its start and variables (`$json`) that there are not. */
export interface ExpressionNames {
  nodes: string[]
  unknown: string[]
}

/** The names in a text with expressions and whether it is one expression as a whole, or why it is invalid. */
export type ParsedText = (ExpressionNames & { isWhole: boolean }) | { fault: string }

/** The outcome of a template for one set of variables. */
export type ResolveResult = { value: unknown } | { error: AppError }

/** Evaluates expressions of users off the event loop, with a hard deadline. */
export interface Expressions {
  /**
   * Resolves a template (any JSON whose strings may contain `{{ expression }}`) for each set of variables, in order. An error
   * for one set names what failed and where, and does not affect the others.
   */
  resolve(
    template: unknown,
    variables: readonly Variables[],
    options?: ResolveOptions,
  ): Promise<ResolveResult[]>
  /** Parses each of the texts. Returns null if that took too long. */
  read(texts: readonly string[], timeoutMs: number): Promise<ParsedText[] | null>
  /**
   * Returns the validated input of a run, with the defaults of its schema, which a user wrote too. Throws 400 with the field,
   * also if that takes too long.
   */
  readInput(schema: Record<string, unknown>, input: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface ResolveOptions {
  signal?: AbortSignal | undefined
  /** Time limit for one set of variables; by default that of the service. */
  timeoutMs?: number | undefined
  /**
   * Returns only the first results that fit into one answer of a thread, but at least one, so that large values can be
   * handled as they arrive.
   */
  isPartial?: boolean | undefined
}
