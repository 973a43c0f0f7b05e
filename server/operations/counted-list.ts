import { z } from 'zod'
import type { Page } from '../store/page-of.ts'
import { pageShape } from './fields.ts'

/** An input field for lists that return the total number of rows on request. */

export const countField = {
  count: z
    .boolean()
    .default(false)
    .describe('Adds `total`.')
    .meta({ title: 'Count all', 'x-advanced': true }),
}

/** For the tool of such a list: it takes no `count` and returns no `total`. */
export const UNCOUNTED = { omits: ['count'], lacks: ['total'] } as const

/** The shape of a page of a list with an optional total. */
export const countedPageShape = <T extends z.ZodType>(row: T) =>
  pageShape(row).extend({ total: z.int().optional().describe('All that match; with `count`.') })

/** Returns the page, with the total if it was requested. */
export async function withTotal<T>(
  page: Promise<Page<T>>,
  isCounted: boolean,
  total: () => Promise<number>,
): Promise<Page<T> & { total?: number }> {
  return { ...(await page), ...(isCounted && { total: await total() }) }
}
