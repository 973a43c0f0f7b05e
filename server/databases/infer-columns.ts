import type { JsonSchema } from '../parsers/output-schema.ts'
import type { Column, ColumnType } from '../store/databases/databases.ts'

/** Matches the names that a column can have: letters, digits, `_`, `-` and spaces, so that they need no quotes anywhere. */
export const COLUMN_NAME = /^[\p{L}_](?:[\p{L}\p{N}_ -]{0,62}[\p{L}\p{N}_-])?$/u

const PLAIN_STEP = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/**
 * Returns the columns for the results of a parser: one for each value, including those of nested objects; a list becomes a
 * column of JSON. `rowsPath` is the field whose list holds the rows, '' if the result itself is a row. Returns null if it
 * does not name a list of objects.
 */
export function inferColumns(schema: JsonSchema, rowsPath: string): Column[] | null {
  const row = rowsPath ? itemsOf(propertyOf(schema, rowsPath)) : schema
  if (!row?.properties) return null
  const columns: Column[] = []
  addColumns(row, { name: '', path: '', nullable: false }, columns)
  return columns
}

/** Returns the fields of a result that are lists of objects, each of which can be a row. */
export const listsOf = (schema: JsonSchema): string[] =>
  Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    .filter(([, property]) => itemsOf(property)?.properties)
    .map(([name]) => name)

/**
 * The object that contains values: the prefixes of their names and paths, and whether it may be missing, and the values
 * with it.
 */
type ParentObject = Pick<Column, 'name' | 'path' | 'nullable'>

function addColumns(schema: JsonSchema, parent: ParentObject, columns: Column[]): void {
  const required = (schema.required ?? []) as string[]
  for (const [key, keySchema] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    const property = unwrapped(keySchema)
    const path = parent.path + stepOf(key, parent.path)
    const mayLack = parent.nullable || !required.includes(key)
    if (property.properties) {
      const nullable = mayLack || [property.type].flat().includes('null')
      addColumns(property, { name: `${parent.name}${key}_`, path, nullable }, columns)
      continue
    }
    const { type, nullable } = kindOf(property)
    columns.push({ name: freeName(parent.name + key, columns), path, type, nullable: nullable || mayLack })
  }
}

/** Returns the step of a path to a key, after the steps `before` it. */
export const stepOf = (key: string, before = '') =>
  PLAIN_STEP.test(key) ? `${before && '.'}${key}` : `['${key.replaceAll(/['\\]/g, '\\$&')}']`

const SCALARS: readonly string[] = ['string', 'integer', 'number', 'boolean']

/** If a schema allows values of one type or null, returns the schema of that type, with null among its types. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const choices = (schema.anyOf ?? []) as JsonSchema[]
  const [only, ...others] = choices.filter(({ type }) => type !== 'null')
  if (!only?.type || others.length) return schema
  return { ...only, type: [...[only.type].flat(), 'null'] }
}

/** A value of several types, or of no particular type, becomes JSON. */
function kindOf({ type, const: fixed }: JsonSchema): { type: ColumnType; nullable: boolean } {
  const types = [type ?? (fixed === undefined ? [] : typeof fixed)].flat() as string[]
  const others = types.filter(word => word !== 'null')
  const scalar = others.length === 1 && SCALARS.includes(others[0]!) ? (others[0] as ColumnType) : null
  if (!scalar) return { type: 'json', nullable: true }
  return { type: scalar, nullable: types.includes('null') }
}

const propertyOf = (schema: JsonSchema, name: string) =>
  (schema.properties as Record<string, JsonSchema> | undefined)?.[name]

function itemsOf(list: JsonSchema | undefined): JsonSchema | undefined {
  const items = list && (unwrapped(list).items as JsonSchema | undefined)
  return items && unwrapped(items)
}

/** Returns a valid column name for a key; adds a number if the name is taken. */
function freeName(key: string, columns: readonly Column[]): string {
  const clean = key.replaceAll(/[^\p{L}\p{N}_ -]/gu, '_').slice(0, 60)
  const name = COLUMN_NAME.test(clean) ? clean : `_${clean.trim()}`.slice(0, 60)
  const isTaken = (text: string) => columns.some(column => column.name === text)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}_${n}`
    if (!isTaken(candidate)) return candidate
  }
}
