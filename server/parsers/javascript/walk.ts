import type { Expression } from 'acorn'
import type { Json } from '../parser-schema.ts'

/** The value of an expression; undefined if only running it would tell. */
export type StaticValue = Json | undefined

/** The work that evaluating may still do, and the known variables outside of the expression. */
export interface EvaluationBudget {
  work: number
  /** Returns the object or list to which scripts set a variable, if that is certain. */
  literalNamed(name: string): Json | undefined
}

/** The context in which an expression is evaluated. */
export interface EvaluationContext {
  /** The variables of the functions around it; undefined for unknown values. */
  names: ReadonlyMap<string, StaticValue>
  depth: number
  room: EvaluationBudget
  /** Whether any object or list contains a spread with an unknown value. */
  hasGaps: boolean
  evaluate(expression: Expression, context: EvaluationContext): StaticValue
}

/** Thrown for an expression that is too deep or takes too much work. */
export class EvaluationLimitError extends Error {}

/** This many characters count as much as a node. */
const CHARACTERS = 16

export const createContext = (
  evaluate: EvaluationContext['evaluate'],
  room: EvaluationContext['room'],
): EvaluationContext => ({
  names: new Map(),
  depth: 0,
  hasGaps: false,
  room,
  evaluate,
})

export function spend(context: EvaluationContext, work: number): void {
  context.room.work -= work
  if (context.room.work < 0) throw new EvaluationLimitError()
}

/** Returns the work of copying a value. */
export function sizeOf(value: StaticValue): number {
  if (typeof value === 'string') return value.length / CHARACTERS
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}
