import type { Expression } from 'acorn'
import type { Json } from '../parser-schema.ts'

/** The value of an expression; undefined if only running it would tell. */
export type Known = Json | undefined

/** The work that evaluating may still do, and the known variables outside of the expression. */
export interface Room {
  work: number
  /** Returns the object or list to which scripts set a variable, if that is certain. */
  literalNamed(name: string): Json | undefined
}

/** The context in which an expression is evaluated. */
export interface Walk {
  /** The variables of the functions around it; undefined for unknown values. */
  names: ReadonlyMap<string, Known>
  depth: number
  room: Room
  /** Whether any object or list contains a spread with an unknown value. */
  hasGaps: boolean
  evaluate(expression: Expression, walk: Walk): Known
}

/** Thrown for an expression that is too deep or takes too much work. */
export class TooCostly extends Error {}

/** This many characters count as much as a node. */
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

/** Returns the work of copying a value. */
export function sizeOf(value: Known): number {
  if (typeof value === 'string') return value.length / CHARACTERS
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}
