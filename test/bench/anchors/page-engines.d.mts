import type { listingPlan } from '../pages/listing-plan.ts'

export const engines: Record<
  'cheerio' | 'htmlparser2 + css-select' | 'parse5 + css-select',
  (bytes: Buffer, plan: typeof listingPlan) => unknown
>

export const linkReaders: Record<
  'cheerio' | 'htmlparser2 + css-select' | 'parse5 + css-select',
  (bytes: Buffer) => unknown
>
