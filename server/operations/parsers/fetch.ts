import { z } from 'zod'
import { groupDigits } from '../../base/counted.ts'
import { idField } from '../../base/fields/id-field.ts'
import { labelled } from '../../base/fields/labelled.ts'
import { namedValues } from '../../base/fields/named-values.ts'
import { checkHeaderNames, headerName } from '../../base/fields/request-headers.ts'
import { schemaNames } from '../../base/fields/schema-names.ts'
import { MASK } from '../../base/mask.ts'
import { hasTooManySteps, MAX_STEPS } from '../../html/select/steps.ts'
import { compileCss, parseSelector } from '../../html/strict/compile-css.ts'
import { isAddressPattern } from '../../parsers/network.ts'
import { proxyAddress } from '../../settings/proxy-address.ts'
import { secretHeaders } from '../../settings/secret-headers.ts'
import { ROBOTS_LABELS } from '../../settings/settings.ts'

/** Valid values of a header: latin-1 without control characters, or the mask. */
const HEADER_VALUE = new RegExp(`^([\\t\\x20-\\x7e\\x80-\\xff]*|${MASK})$`)

const headers = namedValues(
  headerName,
  z.string().regex(HEADER_VALUE, 'must be a value that a header can have').max(8_192),
)

/** Maximum age of a cached page in seconds: 7 days. */
const MAX_AGE_S = 7 * 24 * 3600
/** Longest fixed wait, in milliseconds. */
const MAX_WAIT_MS = 30_000

/** Maximum value of `load_more_times`. */
const MAX_MORE = 100

const MAX_SELECTOR = 1_000

const selectorOf = (key: string) => z.string().trim().min(1).max(MAX_SELECTOR).superRefine(checkSelector(key))

/** The URL pattern of a response to wait for, or a CSS selector. */
const awaited = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SELECTOR)
  .superRefine((text, context) => {
    if (!isAddressPattern(text)) checkSelector('wait_for')(text, context)
  })

/** A string names what to wait for; an integer is a time in milliseconds. */
const waitFor = z.union([awaited, z.int().min(1).max(MAX_WAIT_MS)], {
  error: `a CSS selector, an address such as /api/products*, or milliseconds up to ${groupDigits(MAX_WAIT_MS)}`,
})

/** Options that need a browser. */
const IN_BROWSER = ['wait_for', 'scroll', 'load_more'] as const

/** The mode of fetching a page. */
export const fetchModeField = z
  .enum(['http', 'desktop', 'browser', 'auto'])
  .default('http')
  .describe(
    'How pages are fetched: over HTTP, over HTTP with the network stack of the desktop app, in a browser that runs their scripts, or over HTTP first and in the other ways where that is blocked or returns no data.',
  )
  .meta({
    title: 'Fetch with',
    ...labelled({
      http: 'HTTP',
      desktop: 'HTTP of the desktop app',
      browser: 'A browser',
      auto: 'HTTP, then a browser',
    }),
    'x-for-tools': '`auto`: in a browser where HTTP gives no data.',
  })

const fetchFields = z
  .strictObject({
    mode: fetchModeField,
    wait_for: waitFor
      .nullable()
      .default(null)
      .describe(
        `What a browser waits for once the page has loaded: a CSS selector that matches, the answer to a request of the page, by its address (\`/api/products*\`), or milliseconds (at most ${groupDigits(MAX_WAIT_MS)}, and within the time for the fetch). \`auto\` takes a page over HTTP only if the selector matches.`,
      )
      .meta({ title: 'Wait for', 'x-advanced': true }),
    scroll: z
      .int()
      .min(1)
      .max(MAX_MORE)
      .nullable()
      .default(null)
      .describe(
        'Maximum number of times that a browser scrolls to the end of the page, as long as this loads anything new and time is left; null: never.',
      )
      .meta({ title: 'Scrolls to the end', 'x-advanced': true }),
    load_more: selectorOf('load_more')
      .nullable()
      .default(null)
      .describe(
        'A CSS selector of what a browser clicks after scrolling, as long as this loads more of the same page.',
      )
      .meta({ title: 'Button to click for more', 'x-advanced': true }),
    load_more_times: z
      .int()
      .min(1)
      .max(MAX_MORE)
      .default(10)
      .describe('Maximum number of clicks.')
      .meta({ title: 'Clicks on that button', 'x-advanced': true }),
    headers: headers
      .default({})
      .describe('Request headers to add.')
      .meta({ title: 'Request headers', 'x-advanced': true }),
    secret_headers: secretHeaders,
    timeout_ms: z
      .int()
      .min(100)
      .max(600_000)
      .nullable()
      .default(null)
      .describe(
        'Maximum time for a fetch, and for each of the fetches that `auto` may need; null: the setting.',
      )
      .meta({ title: 'Fetch timeout (ms)', 'x-advanced': true }),
    proxy: proxyAddress
      .nullable()
      .default(null)
      .describe(
        'Proxy for its fetches: http, https or socks5; several, separated by commas, are taken in turn. Null: that of the setting.',
      )
      .meta({ title: 'Proxy', 'x-advanced': true }),
    max_age_s: z
      .int()
      .min(1)
      .max(MAX_AGE_S)
      .nullable()
      .default(null)
      .describe('A page that was fetched at most this many seconds ago is reused, free; null: never.')
      .meta({ title: 'Reuse a fetched page for (seconds)', 'x-advanced': true }),
    robots: z
      .enum(['ignore', 'respect'])
      .nullable()
      .default(null)
      .describe('Whether its fetches keep to robots.txt; null: the setting.')
      .meta({
        title: 'Rules of robots.txt',
        'x-advanced': true,
        ...labelled(ROBOTS_LABELS),
      }),
    session: idField('session')
      .nullable()
      .default(null)
      .describe('Session whose cookies and local storage go with its fetches; null: none.')
      .meta({ title: 'Session', 'x-id-of': 'session', 'x-for-tools': 'Id of a session.' }),
  })
  .register(schemaNames, { id: 'FetchOptions' })

const described = (fields: typeof fetchFields) =>
  fields
    .prefault({})
    .describe('How scrapes fetch their pages.')
    .meta({ title: 'Fetching', 'x-for-tools': 'How pages are fetched.' })

/** The fetch options of a parser. */
export const fetchOptions = described(
  fetchFields.superRefine((fetch, context) => {
    checkHeaderNames(fetch.headers, context, ['headers'])
    const runsScripts = fetch.mode === 'browser' || fetch.mode === 'auto'
    const { wait_for } = fetch
    if (typeof wait_for === 'string' && /^\d/.test(wait_for)) context.addIssue(writtenTime(wait_for))
    for (const key of IN_BROWSER) if (!runsScripts && fetch[key] !== null) context.addIssue(idle(key))
  }),
)

/** The fetch options in a stored record, which may predate some of today's rules. */
export const savedFetch = described(fetchFields)

/** No selector starts with a digit. */
const writtenTime = (text: string) => ({
  code: 'custom' as const,
  path: ['wait_for'],
  message: `\`fetch.wait_for\`: ${JSON.stringify(text)} is not a valid selector.`,
  params: { hint: 'Write a time as a number of milliseconds, without quotes: 2000.' },
})

const idle = (key: (typeof IN_BROWSER)[number]) => ({
  code: 'custom' as const,
  path: [key],
  message: 'Over HTTP there is nothing to wait for: the page comes as it is.',
  params: { hint: `Set \`fetch.mode\` to \`browser\` or \`auto\`, or leave \`fetch.${key}\` out.` },
})

/** A selector that is too long is not compiled: a million characters take seconds. */
function checkSelector(key: string) {
  return (css: string, context: z.RefinementCtx) => {
    if (css.length > MAX_SELECTOR) return
    try {
      compileCss(css)
      if (hasTooManySteps(parseSelector(css))) throw new Error(`It has more than ${MAX_STEPS} steps.`)
    } catch (error) {
      const hint = (error as Error).message.slice(0, 200)
      const message = `\`fetch.${key}\`: ${JSON.stringify(css)} is not a valid selector.`
      context.addIssue({ code: 'custom', message, params: { hint } })
    }
  }
}
