import type { OutputOf } from './service/client.ts'

export type Variable = OutputOf<'variable-list'>['data'][number]

/** What variables stand for, by name. */
export type Values = ReadonlyMap<string, string>

const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

/** What may be shown: secret values as `hidden` has them. */
export const shownValues = (variables: readonly Variable[], hidden?: string): Values =>
  new Map(
    variables.flatMap(({ name, value }) => {
      const shown = value ?? hidden
      return shown === undefined ? [] : [[name, shown] as const]
    }),
  )

/** A text with the values of its variables; names without a value stay as they are. */
export const fillText = (text: string, values: Values): string =>
  text.replace(VARIABLE, (written, name: string) => values.get(name) ?? written)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A value with the values of its variables in all of its texts; files are left alone. */
export function fillVariables(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map(item => fillVariables(item, values))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillVariables(item, values)]))
}

/** The names of the variables in all texts of a value. */
export function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(VARIABLE)].map(match => match[1]!)
  if (Array.isArray(value)) return value.flatMap(variablesIn)
  return isPlain(value) ? Object.values(value).flatMap(variablesIn) : []
}
