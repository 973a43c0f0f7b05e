import { isObject as isAnyObject } from '../../base/is-object.ts'
/** A mistake in a rule, without its place. */
export interface Fault {
  error: string
  hint?: string
  /** Whether it changes no value. Parsers that were saved with it, before it was refused, continue to work. */
  isHarmless?: boolean
}

/** The context of a rule. */
export interface CheckContext {
  /** The number of rules that contain it, including itself. */
  depth: number
  /** Set if it is a choice of an `any`, with the type of that `any`. */
  choice?: { type: unknown }
  /** The names of the fields of its object and of the objects around it, the nearest first. */
  names?: ReadonlySet<string>[]
  /** Names of fields that its object has in addition. */
  beside?: string[]
  /** Whether it is inside an item of a list. */
  isInList?: boolean
  /** The number of links that lead to the page that it reads. */
  follows?: number
}

export type UnknownRule = Record<string, unknown>

export const fault = (error: string, hint?: string): Fault => ({ error, ...(hint && { hint }) })

/** The fault of a key without effect. */
export const harmless = (error: string, hint?: string): Fault => ({ ...fault(error, hint), isHarmless: true })

/** The fault of anything that is not a schema at all. */
export const NO_SCHEMA = fault('A schema is an object with "fields".', 'They name what to read.')

/** Returns a fault if `compile` throws; the message of that error becomes the hint. */
export function faultIfThrown(error: string, compile: () => unknown): Fault | undefined {
  try {
    compile()
    return undefined
  } catch (thrown) {
    return fault(error, (thrown as Error).message.slice(0, 200))
  }
}

export const quote = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.slice(0, 80) : value)?.slice(0, 80) ?? 'undefined'

export const isObject = isAnyObject<UnknownRule>

/** Returns the fault of `fields` without any field. */
export const noFields = (fields: unknown): Fault =>
  Array.isArray(fields) && fields.length > 0
    ? fault('"fields" is an object of rules by name, not a list.', 'Name each field: {"title": "h1"}.')
    : fault('"fields" has at least one field.')
