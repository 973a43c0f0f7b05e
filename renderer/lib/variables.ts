import type { OutputOf } from './service/client.ts'

export type Variable = OutputOf<'variable-list'>['data'][number]

/** The values of variables by name. */
export type VariableValues = ReadonlyMap<string, string>

const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

/** Returns the values that may be shown. A secret value is replaced by `hidden`, or left out if that is undefined. */
export const shownValues = (variables: readonly Variable[], hidden?: string): VariableValues =>
  new Map(
    variables.flatMap(({ name, value }) => {
      const displayed = value ?? hidden
      return displayed === undefined ? [] : [[name, displayed] as const]
    }),
  )

/** Replaces the variables in a text by their values; names without a value stay as they are. */
export const fillText = (text: string, values: VariableValues): string =>
  text.replace(VARIABLE, (placeholder, name: string) => values.get(name) ?? placeholder)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Replaces the variables in all texts of a value; files stay unchanged. */
export function fillVariables(value: unknown, values: VariableValues): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map(item => fillVariables(item, values))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillVariables(item, values)]))
}

/** Returns the names of the variables in all texts of a value. */
export function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(VARIABLE)].map(match => match[1]!)
  if (Array.isArray(value)) return value.flatMap(variablesIn)
  return isPlain(value) ? Object.values(value).flatMap(variablesIn) : []
}
