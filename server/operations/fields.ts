import { z } from 'zod'

/** Fields and shapes that many operations share. */

export { anyObject } from '../base/fields/any-object.ts'
export { idField } from '../base/fields/id-field.ts'

export const pageFields = {
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe('Records on a page, 1 to 100; fewer if they are long.')
    .meta({ title: 'Rows per page', 'x-advanced': true }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('`next_cursor` of the previous page.')
    .meta({ title: 'Page cursor', 'x-advanced': true }),
}

/** Paging fields for lists that usually fit on the first page. */
export const shortListFields = { ...pageFields, limit: pageFields.limit.default(100) }

/** The field that searches a list of records; `places` says where it looks. */
export const searchField = (plural: string, places: string) => ({
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(`Only ${plural} with this text in their ${places}.`)
    .meta({ title: 'Search' }),
})

/** The shape of a page of a list. */
export const pageShape = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    has_more: z.boolean().describe('There are further rows.'),
    next_cursor: z.string().nullable().describe('Pass it as `cursor` for the next page.'),
  })

/** The URL of a page. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(8_192)

/** An ISO-8601 UTC time. */
export const time = z.iso.datetime().describe('ISO-8601, UTC.')

/** An ISO-8601 time in an input: in UTC, or with an offset, as answers show local times. */
export const givenTime = z.iso
  .datetime({ offset: true, abort: true })
  .refine(
    text => /^\d{4}-/.test(new Date(text).toISOString()),
    'This time has a year beyond 0000 to 9999 in UTC.',
  )

export const nothing = z.null()
