import { z } from 'zod'
import { MASK } from '../mask.ts'
import { checkSchema } from '../parsers/check-schema.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { proxyAddress } from '../proxy-address.ts'
import { time } from './fields.ts'

/** A schema of the parser language; every problem becomes an issue at its path. */
export const schemaField = z
  .custom<ParserSchema>()
  .superRefine((schema, context) => {
    for (const { field, error, hint } of checkSchema(schema)) {
      const inner = field.replace(/^schema\.?/, '')
      context.addIssue({ code: 'custom', message: error, path: inner ? [inner] : [], params: { hint } })
    }
  })
  .meta({ type: 'object' })
  .describe('What to read from a page: `{"fields": {…}}`.')

/** A schema in an answer: it was checked when it was saved. */
export const savedSchema = z
  .custom<ParserSchema>()
  .meta({ type: 'object' })
  .describe('What it reads from a page.')

/** What can be sent as a header: latin-1 without control characters. */
const HEADER_VALUE = new RegExp(`^([\\t\\x20-\\x7e\\x80-\\xff]*|${MASK})$`)

const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
  z.string().regex(HEADER_VALUE, 'not a value that a header can have').max(8_192),
)

/** Pages are kept for 7 days at most. */
const MAX_AGE_S = 7 * 24 * 3600

/** What the owner of a parser writes. */
export const parserBody = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('A name for people.'),
  schema: schemaField,
  description: z.string().max(2_000).default('').describe('What the parser is for.'),
  status: z
    .enum(['draft', 'active', 'archived'])
    .default('active')
    .describe('An archived parser is kept but does not run.'),
  fetch: z
    .strictObject({
      mode: z.enum(['http']).default('http').describe('How pages are fetched.'),
      headers: headers.default({}).describe('Request headers to add.'),
      timeout_ms: z
        .int()
        .min(100)
        .max(600_000)
        .nullable()
        .default(null)
        .describe('Longest time for a fetch; null: the setting.'),
      proxy: proxyAddress
        .nullable()
        .default(null)
        .describe('Proxy for its fetches; null: that of the setting.'),
      max_age_s: z
        .int()
        .min(1)
        .max(MAX_AGE_S)
        .nullable()
        .default(null)
        .describe('A page fetched no more than these seconds ago is used again, free; null: never.'),
      robots: z
        .enum(['ignore', 'respect'])
        .nullable()
        .default(null)
        .describe('Whether its fetches keep to robots.txt; null: the setting.'),
    })
    .prefault({})
    .describe('How scrapes fetch their pages.'),
  match: z
    .strictObject({
      url_patterns: z.array(z.string().max(2_000)).max(50).default([]).describe('Patterns, in any notation.'),
    })
    .prefault({})
    .describe('Addresses that the parser is meant for; a note for people and tools, not enforced.'),
  test_urls: z.array(z.url()).max(20).default([]).describe('Addresses to try the parser on.'),
})

export const statsShape = z.object({
  runs: z.int().describe('Calls of the last 90 days.'),
  success_rate: z.number().nullable().describe('Share of them that gave data; null before the first.'),
  fill_rate_by_field: z
    .record(z.string(), z.number())
    .describe('Share of results in which each field held a value.'),
  last_ok_at: time.nullable(),
})

/** A parser as answers show it. */
export const parserRecord = z.object({
  id: z.string(),
  ...parserBody.shape,
  schema: savedSchema,
  version: z.int().describe('Goes up with every change.'),
  output_schema: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of the data, derived from the schema.'),
  stats: statsShape,
  created_at: time,
  updated_at: time,
})
