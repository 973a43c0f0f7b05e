import type { AppError } from '../../base/errors.ts'

/** What an expression sees. */
export interface Variables {
  /** The current item. */
  item: unknown
  /** The input of the run. */
  input: unknown
  /** By node: the item of that earlier node which this one descends from. */
  nodes: Record<string, unknown>
  /** Which item of the node it is, from 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
}

/** Names that an expression may begin with. */
export const VARIABLES: readonly string[] = [
  'item',
  'input',
  'nodes',
  'index',
  'run',
] satisfies (keyof Variables)[]

export const holdsTemplate = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('{{')

/** What an expression looks for: nodes by their id, and names at its start that are no variables. */
export interface Names {
  nodes: string[]
  unknown: string[]
}

/** What stands in a text with expressions, and whether it is one expression as a whole; or why they make no sense. */
export type TextRead = (Names & { isWhole: boolean }) | { fault: string }

/** What became of a template for one set of variables. */
export type Resolved = { value: unknown } | { error: AppError }

/** Expressions of users, evaluated off the event loop with a hard deadline. */
export interface Expressions {
  /**
   * A template (any JSON whose strings may hold `{{ expression }}`) for each set of variables, in order. The error of one
   * says what failed where, and is not an error of the others.
   */
  resolve(template: unknown, variables: readonly Variables[], options?: ResolveOptions): Promise<Resolved[]>
  /** What stands in each of the texts; null where reading them was not done in time. */
  read(texts: readonly string[], timeoutMs: number): Promise<TextRead[] | null>
  close(): Promise<void>
}

export interface ResolveOptions {
  signal?: AbortSignal | undefined
  /** For one set of variables; the service's own deadline where absent. */
  timeoutMs?: number | undefined
  /** Returns the first of them that fit into one answer of a thread, at least one: large values are then dealt with as they come. */
  isPartial?: boolean | undefined
}
