import { z } from 'zod'
import { attemptNote } from '../scraping/page-attempt.ts'
import { asAnswer, asWritten, writeObject } from '../written-json.ts'
import { parsedData } from './parse.ts'

/** The reason for a null value in answers. */
export const nullReason = z.object({
  field: z.string().describe('Where in the data.'),
  rule: z.string().describe('Path of the rule in the schema.'),
  reason: z.string().describe('Why it is null.'),
})

/** The data read from a page, with the reason for each null. */
export const explainedFields = {
  data: parsedData,
  attempts: z.array(attemptNote).describe('How a `url` was fetched; empty where the page was not fetched.'),
  nulls: z.array(nullReason),
}

/** Returns an answer with the data and other fields. Data that are already serialized are not parsed again. */
export const withData = <Rest extends object>(data: Record<string, unknown> | Uint8Array, rest: Rest) =>
  data instanceof Uint8Array
    ? asAnswer<Rest & { data: Record<string, unknown> }>(writeObject({ data: asWritten(data), ...rest }))
    : { data, ...rest }
