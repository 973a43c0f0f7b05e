import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/is-object.ts'
import type { JsonSchema } from '../../docs/json-schema.ts'

/** Most names that an error lists. */
const MAX_NAMES = 30

/** Splits a dot path into names, without list indexes: a path applies to every item. */
export const stepsOf = (path: string): string[] => path.replaceAll(/\[\d*\]/g, '').split('.')

/** Returns the rest of a path below a name, which may contain dots itself; null if the path does not start with the name. */
function below(steps: readonly string[], name: string): string[] | null {
  if (steps[0] === name) return steps.slice(1)
  if (!name.includes('.')) return null
  const { length } = name.split('.')
  return steps.slice(0, length).join('.') === name ? steps.slice(length) : null
}

/** If a path ends too early, the names that exist at that point; undefined if the path is valid. */
type AvailableNames = string[] | undefined

/** Follows a path through a schema. An object with arbitrary names may have any of them. */
function endInSchema(schema: JsonSchema, [name, ...rest]: string[]): AvailableNames {
  if (name === undefined) return undefined
  if (schema.items) return endInSchema(schema.items, [name, ...rest])
  if (schema.anyOf) return endInChoices(schema.anyOf, [name, ...rest])
  if (schema.type === undefined) return undefined
  if (schema.type !== 'object') return []
  if (!schema.properties || schema.additionalProperties) return endInOpen(schema, [name, ...rest])
  return endInNames(schema.properties, [name, ...rest], endInSchema)
}

/** Follows known names; any other name may exist. */
function endInOpen({ properties = {} }: JsonSchema, steps: string[]): AvailableNames {
  const isKnown = Object.keys(properties).some(name => below(steps, name))
  return isKnown ? endInNames(properties, steps, endInSchema) : undefined
}

function endInChoices(choices: readonly JsonSchema[], steps: string[]): AvailableNames {
  const ends = choices.map(choice => endInSchema(choice, steps))
  return ends.includes(undefined) ? undefined : ends.flatMap(names => names ?? [])
}

/** Follows a path through a value. Null and empty lists do not show what they may hold. */
function endInValue(value: unknown, [name, ...rest]: string[]): AvailableNames {
  if (name === undefined || value === null) return undefined
  if (Array.isArray(value)) return endInItems(value, [name, ...rest])
  if (!isObject<Record<string, unknown>>(value)) return []
  return endInNames(value, [name, ...rest], endInValue)
}

/** Follows a path through the items of a list, up to the first that has it. */
function endInItems(items: readonly unknown[], steps: string[]): AvailableNames {
  let first: AvailableNames
  for (const item of items) {
    const end = endInValue(item, steps)
    if (!end) return undefined
    first ??= end
  }
  return first
}

/** Follows a path through the properties of an object whose names match its beginning. */
function endInNames<T>(
  values: Record<string, T>,
  steps: string[],
  endIn: (value: T, steps: string[]) => AvailableNames,
): AvailableNames {
  const names = Object.keys(values)
  const ends = names.flatMap(name => {
    const rest = below(steps, name)
    return rest ? [endIn(values[name]!, rest)] : []
  })
  if (!ends.length) return names
  return ends.includes(undefined) ? undefined : ends[0]
}

const noSuchField = (path: string, names: readonly string[]) =>
  new AppError('invalid_input', `\`fields\`: the result has no \`${path}\`. Nothing was charged.`, {
    hint: names.length
      ? `Names there: ${names.slice(0, MAX_NAMES).join(', ')}.`
      : 'What is before its last name holds no further fields.',
  })

function checkAll(paths: readonly string[], endOf: (steps: string[]) => AvailableNames): void {
  for (const path of paths) {
    const names = endOf(stepsOf(path))
    if (names) throw noSuchField(path, names)
  }
}

/** Throws 400 for a dot path that no result with this schema can have. */
export const checkFieldsOf = (schema: JsonSchema, paths: readonly string[]): void =>
  checkAll(paths, steps => endInSchema(schema, steps))

/** Throws 400 for a dot path that does not exist in a result. */
export const checkFieldsIn = (value: unknown, paths: readonly string[]): void =>
  checkAll(paths, steps => endInValue(value, steps))

/** Returns the dot paths that exist in a result. */
export const fieldsIn = (value: unknown, paths: readonly string[]): string[] =>
  paths.filter(path => !endInValue(value, stepsOf(path)))
