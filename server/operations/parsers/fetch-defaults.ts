import type { z } from 'zod'
import type { fetchOptions } from './fetch.ts'

/**
 * The fetch options of a parser that sets none: the result of `fetchOptions` for `{}`, for code that does not load the
 * schema.
 */
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
