import type { z } from 'zod'
import type { Mapping } from '../databases/file-columns.ts'
import { RECORD_BOUNDS } from '../databases/record-bounds.ts'
import { anyObject } from './fields.ts'

const MAX_NAME_LENGTH = 200

const isTarget = (value: unknown) =>
  value === null || (typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME_LENGTH)

/** A form field that maps the columns of an uploaded file to field names. */
export const mappingField = anyObject
  .superRefine((columns, context) => {
    const entries = Object.entries(columns)
    const wrong = entries.find(([, value]) => !isTarget(value))
    if (wrong)
      context.addIssue({
        code: 'custom',
        path: [wrong[0]],
        message: 'must be the name of a field, or null',
        params: { hint: 'null leaves the column out.' },
      })
    if (entries.length > RECORD_BOUNDS.columns)
      context.addIssue({ code: 'custom', message: `must name ${RECORD_BOUNDS.columns} columns at most` })
  })
  .optional()
  .describe(
    'JSON: the field that each column of the file becomes, or null to leave it out. Columns that are not named keep their name.',
  )
  .meta({ title: 'Mapping of columns' })

/** Converts the mapping field of a request to a `Mapping`. */
export const mappingOf = (columns: z.output<typeof mappingField>): Mapping =>
  new Map(Object.entries((columns ?? {}) as Record<string, string | null>))
