import { AppError } from '../../base/errors.ts'
import { brokenEncoding, toFetchError } from '../fetch-errors.ts'

/** Chromium's words for what Node has words for too; the first that fits counts. */
const AS_NODE_SAYS: readonly [chromium: RegExp, node: string][] = [
  [/CERT|SSL/, 'EPROTO'],
  [/NAME_NOT_RESOLVED/, 'ENOTFOUND'],
  [/CONNECTION_REFUSED/, 'ECONNREFUSED'],
  [/TIMED_OUT/, 'ETIMEDOUT'],
  [/ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED/, 'ENETUNREACH'],
  [/INVALID_HTTP_RESPONSE|RESPONSE_HEADERS|INVALID_CHUNKED/, 'HPE_INVALID'],
]

const SAVED_PAGE = 'Open the page in a browser, save it and send Winnow the saved page.'

/**
 * Any throw of the browser as the error for the user. `why` is what the proxy knows of the host: it saw the network,
 * while Chromium saw only the proxy.
 */
export function toBrowserError(thrown: unknown, host: string, why: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const { message } = thrown
  const code = /net::ERR_(\w+)/.exec(message)?.[1]
  if (code && why) return why
  if (code === 'TOO_MANY_REDIRECTS') return tooManyRedirects(host, thrown)
  if (code === 'CONTENT_DECODING_FAILED') return brokenEncoding(host, thrown)
  if (code === 'UNSAFE_PORT') return unsafePort(host, thrown)
  if (/Download is starting/.test(message)) return sentDownload(host, thrown)
  if (code) return toFetchError(Object.assign(new Error(message), { code: nodeCodeOf(code) }), host)
  if (/context was destroyed|because of a navigation/.test(message)) return loadsAgain(host, thrown)
  if (/has been closed|crashed|Target closed|browser.*disconnected/i.test(message)) return ended(host, thrown)
  return toFetchError(thrown, host)
}

const nodeCodeOf = (code: string) => AS_NODE_SAYS.find(([on]) => on.test(code))?.[1] ?? 'ECONNRESET'

const tooManyRedirects = (host: string, cause: Error) =>
  new AppError('redirects', `${host} redirects too many times.`, {
    hint: `It may need cookies or a sign-in. ${SAVED_PAGE}`,
    cause,
  })

const unsafePort = (host: string, cause: Error) =>
  new AppError('target_forbidden', `Browsers open no pages on the port of ${host}.`, {
    field: 'url',
    hint: 'It belongs to a service other than the web. Check the address, or fetch it without a browser.',
    cause,
  })

export const sentDownload = (host: string, cause?: Error) =>
  new AppError('connection', `${host} sent a file to download in place of a page.`, {
    hint: 'Fetch the address without a browser: `"mode": "http"`.',
    cause,
  })

const ended = (host: string, cause: Error) =>
  new AppError('connection', `The browser ended while it had ${host} open.`, {
    hint: 'Try again: the next request starts it again. Pages that need much memory can bring it down.',
    cause,
  })

/** A page that never stands still for as long as it takes to read it. */
export const loadsAgain = (host: string, cause?: unknown) =>
  new AppError('connection', `${host} loads its page again and again, so it could not be read.`, {
    hint: `Fetch the address without a browser: \`"mode": "http"\`. ${SAVED_PAGE}`,
    cause,
  })

/** The time was over before the request had its turn. */
export const noPlace = (profile: string | undefined) =>
  new AppError('timeout', 'Too many pages were already waiting for the browser.', {
    hint: profile
      ? `Request fewer pages at once: those of the profile ${profile} are opened one after the other.`
      : 'Request fewer pages at once, or let the browser open more (WINNOW_BROWSER_PAGES).',
  })

/** `seen` says what came in place of what was waited for. */
export const notSeen = (host: string, selector: string, seen: string) =>
  new AppError('timeout', `The page of ${host} did not show what \`wait_for\` names: ${selector}`, {
    field: 'fetch.wait_for',
    hint: `${seen} Check \`wait_for\` against it, or allow more time (WINNOW_FETCH_TIMEOUT_MS).`,
  })

export const badSelector = (selector: string, cause: unknown) =>
  new AppError('invalid_input', `\`wait_for\` is not a CSS selector: ${selector}`, {
    field: 'fetch.wait_for',
    hint: 'Write it as in a style sheet, for example `.price` or `#offers li`.',
    cause,
  })

/** A click that was to bring more of the page left it. */
export const ledElsewhere = (address: string, selector: string) =>
  new AppError('invalid_input', `What \`load_more\` names leads to another page: ${address}`, {
    field: 'fetch.load_more',
    hint: `Read the next page with \`paginate\` of the schema: {"next": ${JSON.stringify(`${selector}@href`)}}.`,
  })

/** The page's own request to a host failed, for a reason that scripts do not learn. */
export const notAnswered = (host: string, cause: unknown) =>
  new AppError('connection', `The page could not reach ${host}.`, {
    hint: 'The site may be down, or may refuse requests from this page.',
    cause,
  })

export const closing = (host: string) =>
  new AppError('unavailable_service', `Winnow shut down before ${host} had answered.`, {
    hint: 'Repeat the request once Winnow runs again.',
  })
