import { z } from 'zod'
import { attemptNote } from '../scraping/page-attempt.ts'
import { parsedData } from './parse.ts'

/** Why a value is null, as answers show it. */
export const nullReason = z.object({
  field: z.string().describe('Where in the data.'),
  rule: z.string().describe('Path of the rule in the schema.'),
  reason: z.string().describe('Why it is null.'),
})

/** What was read of a page, with the reason of each null. */
export const explainedFields = {
  data: parsedData,
  attempts: z.array(attemptNote).describe('How a `url` was fetched; empty where the page was not fetched.'),
  nulls: z.array(nullReason),
}

/** An answer that holds data beside other fields; data that are JSON already stay so. */
export function withData<Rest extends object>(data: Record<string, unknown> | Uint8Array, rest: Rest) {
  if (!(data instanceof Uint8Array)) return { data, ...rest }
  const after = Buffer.from(`,${JSON.stringify(rest).slice(1)}`)
  return Buffer.concat([Buffer.from('{"data":'), data, after]) as never
}
