import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { columnNamed } from '../../databases/read-filters.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import { createCoercion } from '../coerce.ts'
import { selectionFields, selectionOf } from '../databases/selection.ts'
import { idField } from '../fields.ts'
import { fieldBelow, type Target } from '../jobs/targets.ts'
import type { Services } from '../services.ts'
import type { RawItem } from './items.ts'
import { MAX_ITEMS, MAX_ITEMS_TEXT } from './shapes.ts'

/** Names the rows whose values become items, as a field. */
export const itemsFrom = z.strictObject({
  database_id: idField('database'),
  column: z
    .string()
    .min(1)
    .max(100)
    .describe('The column whose values are the input.')
    .meta({ title: 'Column' }),
  field: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The field of the input that they are; that of the column’s name, or else the first.')
    .meta({ title: 'Input field' }),
  ...selectionFields,
  limit: z
    .int()
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .describe('Maximum rows to take, in the order in which they were first seen.')
    .meta({ title: 'Maximum rows' }),
})

export type ItemsFrom = z.output<typeof itemsFrom>

/** Where the items of a batch come from: one of the two. */
export const itemFields = {
  items: z
    .array(z.unknown().meta({ type: 'object' }))
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .describe('`{"custom_id"?: …, "input": {…}}`: `{"url": …}` for a parser, the parameters for an API.')
    .meta({ title: 'Items' }),
  items_from: itemsFrom
    .optional()
    .describe('In place of `items`: rows of a database, whose ids name the items.')
    .meta({ title: 'Items from a database' }),
}

/** Refuses a batch that names both sources of items, or none. */
export function needOneSource(
  { items, items_from }: { items?: unknown; items_from?: unknown },
  context: z.RefinementCtx,
): void {
  if ((items === undefined) !== (items_from === undefined)) return
  context.addIssue({
    code: 'custom',
    path: ['items'],
    message: 'Give exactly one of `items` and `items_from`.',
    params: { hint: 'items: the items themselves; items_from: the database that holds their inputs.' },
  })
}

const HERE = 'items_from'

/**
 * An item for each row that is chosen, named by the id of its row; one without a value there is left to be rejected.
 * Throws 400 where the column or a condition does not fit, no row is chosen, or too many are.
 */
export async function itemsOfColumn(
  { store }: Pick<Services, 'store'>,
  database: DatabaseRecord,
  target: Target,
  from: ItemsFrom,
): Promise<RawItem[]> {
  const { column, selection } = resolveItemsFrom(database, from)
  const field = from.field ?? fieldFor(target, column)
  const coerce = createCoercion(target.input)
  const items: RawItem[] = []
  for await (const { id, data } of store.rowList.all(database, selection)) {
    const value = data[column] ?? null
    items.push({ custom_id: id, input: value === null ? {} : coerce({ [field]: String(value) }) })
    if (items.length === from.limit) break
    if (items.length > MAX_ITEMS) throw tooMany()
  }
  if (!items.length) throw noRow()
  return items
}

/** Throws 400 where the column or a condition does not fit the database. */
export function resolveItemsFrom(database: DatabaseRecord, from: ItemsFrom) {
  try {
    const { name, type } = columnNamed(database.columns, from.column, 'column')
    if (type === 'json') throw notPlain(name)
    return { column: name, selection: selectionOf(database, from) }
  } catch (error) {
    throw fieldBelow(HERE, error)
  }
}

function fieldFor({ input }: Target, column: string): string {
  const names = Object.keys(input.shape)
  return names.includes(column) ? column : names[0]!
}

const notPlain = (column: string) =>
  new AppError('invalid_input', `\`${column}\` holds JSON, which cannot be an input.`, {
    field: 'column',
    hint: 'Use a column of text, numbers or booleans.',
  })

const noRow = () =>
  new AppError('invalid_input', 'No row of the database fits.', {
    field: HERE,
    hint: 'Loosen the conditions; rows that are marked as removed count with `removed` alone.',
  })

const tooMany = () =>
  new AppError('invalid_input', `More than ${MAX_ITEMS_TEXT} rows fit.`, {
    field: HERE,
    hint: 'A batch has no more items: set `limit`, or create several batches by conditions.',
  })
