import { z } from 'zod'
import type { Page } from '../store/page-of.ts'
import { pageShape } from './fields.ts'

/** Lists that say on request how many rows there are in all. */

export const countField = {
  count: z
    .boolean()
    .default(false)
    .describe('Adds `total`.')
    .meta({ title: 'Count all', 'x-advanced': true }),
}

/** Such a list as a tool that does not count. */
export const UNCOUNTED = { omits: ['count'], lacks: ['total'] } as const

/** A page of such a list. */
export const countedPageShape = <T extends z.ZodType>(row: T) =>
  pageShape(row).extend({ total: z.int().optional().describe('All that match; with `count`.') })

/** The page, with the total where it is asked for. */
export async function withTotal<T>(
  page: Promise<Page<T>>,
  isCounted: boolean,
  total: () => Promise<number>,
): Promise<Page<T> & { total?: number }> {
  return { ...(await page), ...(isCounted && { total: await total() }) }
}
