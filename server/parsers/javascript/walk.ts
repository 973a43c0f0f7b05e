import type { Expression } from 'acorn'
import type { Json } from '../parser-schema.ts'

/** What an expression is; undefined where only running it would tell. */
export type Known = Json | undefined

/** What evaluating may still take, and what is known beside the expression. */
export interface Room {
  work: number
  /** The object or list that scripts set a variable to, where that is certain. */
  literalNamed(name: string): Json | undefined
}

/** Where an expression is evaluated, and what that may still take. */
export interface Walk {
  /** The variables of the functions around it; undefined is what is not known of them. */
  names: ReadonlyMap<string, Known>
  depth: number
  room: Room
  /** Whether any object or list holds a spread whose value is not known. */
  hasGaps: boolean
  evaluate(expression: Expression, walk: Walk): Known
}

/** An expression that is too deep or takes too much. */
export class TooCostly extends Error {}

/** So many characters count as much as a node. */
const CHARACTERS = 16

export const createWalk = (evaluate: Walk['evaluate'], room: Walk['room']): Walk => ({
  names: new Map(),
  depth: 0,
  hasGaps: false,
  room,
  evaluate,
})

export function spend(walk: Walk, work: number): void {
  walk.room.work -= work
  if (walk.room.work < 0) throw new TooCostly()
}

/** What copying a value takes. */
export function sizeOf(value: Known): number {
  if (typeof value === 'string') return value.length / CHARACTERS
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}
