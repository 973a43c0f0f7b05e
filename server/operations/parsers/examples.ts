import type { z } from 'zod'
import { outputSchema } from '../../parsers/output-schema.ts'
import { typeText } from '../../parsers/type-text.ts'
import type { parserBody, parserRecord } from './body.ts'
import { FETCH_DEFAULTS } from './fetch-defaults.ts'

/** The example parser of the docs. */
export const exampleBody = {
  name: 'Product page',
  schema: {
    fields: {
      title: { css: 'h1', required: true },
      price: { css: '.price', type: 'number' },
      tags: { css: '.tag', all: true },
    },
  },
} satisfies z.input<typeof parserBody>

/** A page that the example parser reads, and its result. */
export const examplePage =
  '<h1>Kettle</h1><p class="price">24.50</p><i class="tag">steel</i><i class="tag">1.7 l</i>'
export const exampleData = { title: 'Kettle', price: 24.5, tags: ['steel', '1.7 l'] }

/** The trace of its first field. */
export const exampleTrace = [
  { field: 'title', rule: 'schema.fields.title', matched: 1, raw: 'Kettle', value: 'Kettle' },
]

const at = '2026-01-15T09:30:00.000Z'

/** The example parser as it is stored, with its defaults. */
export const exampleDocument = {
  ...exampleBody,
  description: '',
  status: 'active',
  fetch: FETCH_DEFAULTS,
  match: { url_patterns: [] },
  test_urls: [],
} satisfies z.output<typeof parserBody>

export const exampleParser = {
  id: 'prs_01KF0H6N2Q8V4XJ7M3T5W9Y1ZB',
  ...exampleDocument,
  version: 1,
  output_schema: outputSchema(exampleBody.schema) as Record<string, unknown>,
  output_type: typeText(outputSchema(exampleBody.schema)),
  stats: {
    runs: 12,
    success_rate: 1,
    fill_rate_by_field: { title: 1, price: 0.9167, tags: 1 },
    last_ok_at: at,
    rule_hits_by_field: {},
    warnings: [],
  },
  created_at: at,
  updated_at: at,
} satisfies z.input<typeof parserRecord>
