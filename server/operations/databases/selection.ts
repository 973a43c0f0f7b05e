import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { readFilters } from '../../databases/read-filters.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import { REMOVED, type RowSelection } from '../../store/databases/row-filter.ts'
import { anyObject } from '../fields.ts'

/** The input fields that select rows of a database. */
export const selectionFields = {
  filter: anyObject
    .default({})
    .describe(
      'Conditions on columns: `{"price[gte]": 10}`; in a query simply `price[gte]=10`. Operators: eq (or none), ne, gt, gte, lt, lte, in (comma list), contains, null.',
    )
    .meta({
      title: 'Conditions',
      'x-for-tools':
        'Conditions on columns: `{"price[gte]": 10}`. Operators: eq (or none), ne, gt, gte, lt, lte, in (comma list), contains, null.',
    }),
  q: z
    .string()
    .min(1)
    .max(200)
    .refine(text => !text.includes('\0'), 'must not contain a NUL character, where comparisons of texts end')
    .optional()
    .describe('A text that any text column holds.')
    .meta({ title: 'Search text' }),
  removed: z
    .enum(REMOVED)
    .default('without')
    .describe('Rows that are marked as removed: `without`, `with` or `only` them.')
    .meta({
      title: 'Removed rows',
      ...labelled<(typeof REMOVED)[number]>({
        without: 'Without removed rows',
        with: 'With removed rows',
        only: 'Only removed rows',
      }),
    }),
}

type SelectionInput = z.output<z.ZodObject<typeof selectionFields>>

/** Returns the selection of rows in an input. Throws 400 for conditions that do not fit the columns. */
export const selectionOf = (
  { columns }: DatabaseRecord,
  { filter, q, removed }: SelectionInput,
): RowSelection => ({ filters: readFilters(columns, filter), q, removed })
