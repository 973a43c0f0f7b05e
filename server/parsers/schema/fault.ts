import { isObject as isAnyObject } from '../../base/is-object.ts'
/** What is wrong with a rule, without its place. */
export interface Fault {
  error: string
  hint?: string
}

/** What stands around a rule. */
export interface Around {
  /** How many rules it lies in, itself included. */
  depth: number
  /** It is one rule of an `any`, and that has this type. */
  choice?: { type: unknown }
  /** The names of the fields of its object and of those around it, the nearest first. */
  names?: ReadonlySet<string>[]
  /** Fields that its object has beside these. */
  beside?: string[]
  /** It lies in an item of a list. */
  isInList?: boolean
  /** How many links lead to the page that it reads. */
  follows?: number
}

export type UnknownRule = Record<string, unknown>

export const fault = (error: string, hint?: string): Fault => ({ error, ...(hint && { hint }) })

/** What keeps `compile` from making something: its own message is the hint. */
export function refusal(error: string, compile: () => unknown): Fault | undefined {
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

/** What is wrong with `fields` that name none. */
export const noFields = (fields: unknown): Fault =>
  Array.isArray(fields) && fields.length > 0
    ? fault('"fields" is an object of rules by name, not a list.', 'Name each field: {"title": "h1"}.')
    : fault('"fields" has at least one field.')
