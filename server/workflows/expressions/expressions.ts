import type { AppError } from '../../errors.ts'

/** What an expression sees. */
export interface Variables {
  /** The item at hand. */
  item: unknown
  /** The input of the run. */
  input: unknown
  /** By node: the item of that earlier node which this one descends from. */
  nodes: Record<string, unknown>
  /** Which item of the node it is, from 0. */
  index: number
  run: { id: string; workflow_id: string; trigger: string; started_at: string }
}

/** What became of a template for one set of variables. */
export type Resolved = { value: unknown } | { error: AppError }

/** Expressions of users, evaluated off the event loop with a hard deadline. */
export interface Expressions {
  /**
   * A template (any JSON whose strings may hold `{{ expression }}`) for each set of variables, in order. The error of one
   * says what failed where, and is no error of the others. After the deadline all that are left fail.
   */
  resolve(template: unknown, variables: readonly Variables[], options?: ResolveOptions): Promise<Resolved[]>
  close(): Promise<void>
}

export interface ResolveOptions {
  signal?: AbortSignal | undefined
  /** For the whole call; the service's own deadline where absent. */
  timeoutMs?: number | undefined
}
