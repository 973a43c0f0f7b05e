import type { z } from 'zod'
import type { fetchOptions } from './fetch.ts'

/** How a parser fetches that says nothing of it: what `fetchOptions` makes of `{}`, for those that do without the schema. */
export const FETCH_DEFAULTS = {
  mode: 'http',
  wait_for: null,
  scroll: null,
  load_more: null,
  load_more_times: 10,
  headers: {},
  secret_headers: [],
  timeout_ms: null,
  proxy: null,
  max_age_s: null,
  robots: null,
  session: null,
} satisfies z.output<typeof fetchOptions>
