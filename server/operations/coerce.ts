import { z } from 'zod'
import { flagOf } from '../base/fields/flag-text.ts'
import { jsonOrText } from '../base/fields/json-or-text.ts'
import { once } from '../base/once.ts'

type Kind = 'number' | 'boolean' | 'object' | 'text'

const NUMBER = /^-?\d+(\.\d+)?$/

const KINDS: Record<string, Kind> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
}

const kindOf = ({ type }: { type?: unknown }): Kind => KINDS[String(type)] ?? 'text'

const read = (kind: Kind, value: string): unknown => {
  if (kind === 'number' && NUMBER.test(value)) return Number(value)
  if (kind === 'boolean') return flagOf(value) ?? value
  return kind === 'object' ? jsonOrText(value) : value
}

/** Returns the kinds of all input fields that are not text. */
function kindsOf(input: z.ZodObject): Map<string, Kind> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return new Map(
    Object.entries(properties as Record<string, { type?: unknown }>)
      .map(([name, property]) => [name, kindOf(property)] as const)
      .filter(([, kind]) => kind !== 'text'),
  )
}

/**
 * Returns a function that converts fields that arrive as text (from queries, paths or form parts) to the numbers, booleans
 * and JSON objects that the schema expects. Text that cannot be converted stays text, and the schema then rejects it.
 */
export function createCoercion(
  input: z.ZodObject,
): (raw: Record<string, unknown>) => Record<string, unknown> {
  const kinds = once(() => kindsOf(input))
  return raw => {
    for (const [name, kind] of kinds()) if (typeof raw[name] === 'string') raw[name] = read(kind, raw[name])
    return raw
  }
}
