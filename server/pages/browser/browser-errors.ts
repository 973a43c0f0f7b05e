import { AppError } from '../../base/errors.ts'
import { ALLOW_MORE_TIME, brokenEncoding, SAVED_PAGE, toFetchError } from '../fetch/fetch-errors.ts'
import { redirectOffWeb } from '../fetch/redirect.ts'

/** Maps Chromium's error names to Node's error codes. The first row that matches counts. */
const NODE_ERROR_CODES: readonly [chromium: RegExp, node: string][] = [
  [/CERT_DATE_INVALID/, 'CERT_HAS_EXPIRED'],
  [/CERT_COMMON_NAME_INVALID/, 'HOSTNAME_MISMATCH'],
  [/CERT_AUTHORITY_INVALID/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/CERT|SSL/, 'EPROTO'],
  [/NAME_NOT_RESOLVED/, 'ENOTFOUND'],
  [/CONNECTION_REFUSED/, 'ECONNREFUSED'],
  [/TIMED_OUT/, 'ETIMEDOUT'],
  [/ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED/, 'ENETUNREACH'],
  [/INVALID_HTTP_RESPONSE|INVALID_REDIRECT|RESPONSE_HEADERS|INVALID_CHUNKED/, 'HPE_INVALID'],
]

/**
 * Turns any error of the browser into the error for the user. `proxyFailure` is the failure that the forward proxy recorded
 * for the host: the proxy saw the network, while Chromium saw only the proxy.
 */
export function toBrowserError(thrown: unknown, host: string, proxyFailure: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const { message } = thrown
  const code = /net::ERR_(\w+)/.exec(message)?.[1]
  if (code && proxyFailure) return proxyFailure
  if (code === 'TOO_MANY_REDIRECTS') return tooManyRedirects(host, thrown)
  if (code === 'CONTENT_DECODING_FAILED') return brokenEncoding(host, thrown)
  if (code === 'UNSAFE_PORT') return unsafePort(host, thrown)
  if (code === 'UNSAFE_REDIRECT') return redirectOffWeb(host)
  if (/page\.goto: net::ERR_ABORTED/.test(message)) return nothingShown(host, thrown)
  if (/Download is starting/.test(message)) return downloadInsteadOfPage(host, thrown)
  if (code) return toFetchError(Object.assign(new Error(message), { code: nodeCodeOf(code) }), host)
  if (/context was destroyed|because of a navigation/.test(message)) return endlessReload(host, thrown)
  if (/has been closed|crashed|Target closed|browser.*disconnected/i.test(message))
    return browserEnded(host, thrown)
  return toFetchError(thrown, host)
}

const nodeCodeOf = (code: string) => NODE_ERROR_CODES.find(([on]) => on.test(code))?.[1] ?? 'ECONNRESET'

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

export const downloadInsteadOfPage = (host: string, cause?: Error) =>
  new AppError('connection', `${host} sent a file to download in place of a page.`, {
    hint: 'Fetch the address without a browser: `"mode": "http"`.',
    cause,
  })

/** Chromium reports neither a redirect to an app nor an unexpected 304. */
const nothingShown = (host: string, cause: Error) =>
  new AppError('connection', `${host} did not answer with a page: it may lead to an app.`, {
    hint: 'Fetch the address without a browser, which says more: `"mode": "http"`.',
    cause,
  })

const browserEnded = (host: string, cause: Error) =>
  new AppError('connection', `The browser ended while it had ${host} open.`, {
    hint: 'Try again: the next request starts it again. Pages that need much memory can bring it down.',
    cause,
  })

/** The page keeps reloading or redirecting itself, so it is never stable for long enough to be read. */
export const endlessReload = (host: string, cause?: unknown) =>
  new AppError('connection', `${host} loads its page again and again, so it could not be read.`, {
    hint: `Fetch the address without a browser: \`"mode": "http"\`. ${SAVED_PAGE}`,
    cause,
  })

/** The timeout expired while the request was still waiting in the queue. */
export const browserQueueTimeout = (profile: string | undefined) =>
  new AppError('timeout', 'Too many pages were already waiting for the browser.', {
    hint: profile
      ? `Request fewer pages at once: those of the profile ${profile} are opened one after the other.`
      : 'Request fewer pages at once, or let the browser open more (WINNOW_BROWSER_PAGES).',
  })

/** The page has begun to arrive, but a script or something that it waits for keeps it from loading. */
export const loadTimeout = (host: string, cause: Error) =>
  new AppError('timeout', `The page of ${host} began to arrive, but did not finish loading in time.`, {
    hint: `Its scripts may keep the browser busy. Fetch the address without a browser (\`"mode": "http"\`), or ${ALLOW_MORE_TIME}.`,
    cause,
  })

/** `pageDescription` is a sentence that describes the page that was loaded instead. */
export const waitForTimeout = (host: string, selector: string, pageDescription: string) =>
  new AppError('timeout', `The page of ${host} did not show what \`wait_for\` names: ${selector}`, {
    field: 'fetch.wait_for',
    hint: `${pageDescription} Check \`wait_for\` against it, or ${ALLOW_MORE_TIME}.`,
  })

export const badSelector = (selector: string, cause: unknown) =>
  new AppError('invalid_input', `\`wait_for\` is not a CSS selector: ${selector}`, {
    field: 'fetch.wait_for',
    hint: 'Write it as in a style sheet, for example `.price` or `#offers li`.',
    cause,
  })

/** Browsers never send this cookie to the address. */
export const refusedCookie = ({ name, url }: { name: string; url: string }, cause: unknown) =>
  new AppError('invalid_input', `Browsers do not send the cookie \`${name}\` to ${url}.`, {
    field: 'fetch.headers',
    hint: 'Leave it out. Cookies whose names start with `__Host-` or `__Secure-` are only for https:// addresses, and name and value may have 4,096 bytes together.',
    cause,
  })

/** A click that should have loaded more of the page opened another page. */
export const clickLeftPage = (address: string, selector: string) =>
  new AppError('invalid_input', `What \`load_more\` names leads to another page: ${address}`, {
    field: 'fetch.load_more',
    hint: `Read the next page with \`paginate\` of the schema: {"next": ${JSON.stringify(`${selector}@href`)}}.`,
  })

/** A request of the page itself failed. Scripts are not told the reason. */
export const pageRequestFailed = (host: string, cause: unknown) =>
  new AppError('connection', `The page could not reach ${host}.`, {
    hint: 'The site may be down, or may refuse requests from this page.',
    cause,
  })
