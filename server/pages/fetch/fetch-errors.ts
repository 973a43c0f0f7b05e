import { groupDigits } from '../../base/counted.ts'
import { AppError, type ErrorCode } from '../../base/errors.ts'

interface Failure {
  on: RegExp
  code: ErrorCode
  says(host: string): string
  hint: string
  field?: string
  /** Whether the failure may be gone a moment later. */
  isPassing?: true
  /** Whether a browser, which is less strict, may read the answer. */
  needsBrowser?: true
}

/** The hint for pages that Winnow cannot fetch. */
export const SAVED_PAGE = 'Open the page in a browser, save it and send Winnow the saved page.'

/** Part of the hint for a fetch that took too long. */
export const ALLOW_MORE_TIME = 'allow a fetch more time (WINNOW_FETCH_TIMEOUT_MS)'

const insecure = (host: string, reason: string) => `No secure connection to ${host} could be made: ${reason}.`

const CHECK_IN_BROWSER =
  'Open the address in a browser. If it warns too, only the site can fix it; a saved page still works.'

const SHUT_DOWN: Omit<Failure, 'on'> = {
  code: 'unavailable_service',
  says: host => `Winnow shut down before ${host} had answered.`,
  hint: 'Repeat the request once Winnow runs again.',
}

/** The possible failures of a fetch, by the code (or name) of the error. The first row that matches counts. */
const FAILURES: readonly Failure[] = [
  {
    on: /^UND_ERR_CONNECT_TIMEOUT$/,
    code: 'timeout',
    says: host => `No connection to ${host} could be made in time.`,
    hint: 'Check the address and its port; the site may be down or may not answer this machine.',
    isPassing: true,
  },
  {
    on: /^TimeoutError$|TIMEDOUT$|_TIMEOUT$/,
    code: 'timeout',
    says: host => `${host} took too long to answer.`,
    hint: `Try again later, or ${ALLOW_MORE_TIME}.`,
    isPassing: true,
  },
  {
    on: /^AbortError$/,
    code: 'cancelled',
    says: host => `The request to ${host} was cancelled.`,
    hint: 'Start it again if the page is still wanted.',
  },
  {
    on: /^(ENOTFOUND|ENODATA|EAI_\w+)$/,
    code: 'dns',
    says: host => `The name ${host} was not found.`,
    hint: 'Check the address for typos, and this machine for a working network.',
  },
  {
    on: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    code: 'tls',
    says: host => insecure(host, 'its certificate has expired or is not valid yet'),
    hint: `Check the clock of this machine. ${CHECK_IN_BROWSER}`,
  },
  {
    on: /ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/,
    code: 'tls',
    says: host => insecure(host, 'its certificate is for another host'),
    hint: `Check the address. ${CHECK_IN_BROWSER}`,
  },
  {
    on: /SELF_SIGNED_CERT|^UNABLE_TO|^INVALID_(CA|PURPOSE)$/,
    code: 'tls',
    says: host => insecure(host, 'its certificate is not from an authority that Winnow knows'),
    hint: 'If your own browser shows the page, fetch it in a browser (`fetch.mode`), or start Winnow with NODE_USE_SYSTEM_CA=1, so that it knows the authorities of this machine. If not, only the site can fix it; a saved page still works.',
  },
  {
    on: /WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$/,
    code: 'tls',
    says: host => insecure(host, 'what answers there does not use TLS'),
    hint: 'Check the port, or try the address with http://.',
  },
  {
    on: /CERT|^ERR_(TLS|SSL)|^EPROTO$/,
    code: 'tls',
    says: host => insecure(host, 'its certificate or its encryption is not valid'),
    hint: CHECK_IN_BROWSER,
  },
  {
    on: /^ECONNREFUSED$/,
    code: 'connection',
    says: host => `${host} refused the connection.`,
    hint: 'Check the address and its port; the site may be down.',
    isPassing: true,
  },
  {
    on: /^E(HOST|NET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/,
    code: 'connection',
    says: host => `${host} cannot be reached from this machine.`,
    hint: 'Check the network of this machine.',
    isPassing: true,
  },
  {
    on: /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$|^ERR_HTTP_INVALID_STATUS_CODE$/,
    code: 'connection',
    says: host => `${host} sent an answer that is not valid HTTP.`,
    hint: `Check the address and its port. ${SAVED_PAGE}`,
    needsBrowser: true,
  },
  {
    on: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    code: 'connection',
    says: host => `${host} sent a page of another length than it announced.`,
    hint: `Try again later. ${SAVED_PAGE}`,
    isPassing: true,
    needsBrowser: true,
  },
  {
    on: /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED)$/,
    code: 'invalid_input',
    says: host => `The request to ${host} has a method or a header that cannot be sent.`,
    hint: 'Check the names and values of the headers for line breaks and other characters that are not allowed.',
    field: 'headers',
  },
  {
    on: /^UND_ERR_(DESTROYED|CLOSED)$/,
    ...SHUT_DOWN,
  },
  {
    on: /^UND_ERR_|^E[A-Z0-9]+$|^ERR_(HTTP2|STREAM|SOCKET)_/,
    code: 'connection',
    says: host => `The connection to ${host} was lost.`,
    hint: 'Try again later; the site may be down or may refuse this machine.',
    isPassing: true,
  },
]

/** The message of undici for an answer that does not fit its request, such as one with status 100. It has no code of its own. */
const BAD_RESPONSE = 'bad response'

function failureOf(thrown: Error): Failure | undefined {
  const code: unknown = thrown.message === BAD_RESPONSE ? 'HPE_BAD_RESPONSE' : Reflect.get(thrown, 'code')
  const codeOrName = typeof code === 'string' ? code : thrown.name
  return FAILURES.find(row => row.on.test(codeOrName))
}

/**
 * Turns any network error into the error for the user. It names only the host, since a path or a query may be private. An
 * error that no row matches is not a network failure but a bug in Winnow, and is returned unchanged.
 */
export function toFetchError(thrown: unknown, host: string): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const failure = failureOf(thrown)
  if (!failure) return thrown
  const { code, says, field, hint, needsBrowser } = failure
  const facts = { hint, cause: thrown, ...(field && { field }), ...(needsBrowser && { needsBrowser }) }
  return new AppError(code, says(host), facts)
}

/** The error for a request that was cut off because Winnow stopped. */
export const shutDownError = (host: string): AppError =>
  new AppError(SHUT_DOWN.code, SHUT_DOWN.says(host), { hint: SHUT_DOWN.hint })

/**
 * If a fetch exceeded the `ms` that the caller gave it, returns the error with that limit in its hint; otherwise returns it
 * unchanged.
 */
export function explainOwnTimeout(thrown: unknown, ms: number): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'timeout') return thrown
  const raise = `raise \`fetch.timeout_ms\`, which is ${groupDigits(ms)} ms here`
  const hint = thrown.facts.hint?.replace(ALLOW_MORE_TIME, raise)
  return new AppError('timeout', thrown.message, { ...thrown.facts, ...(hint && { hint }) })
}

/** Whether a failure may be gone a moment later. Accepts the thrown error or the error for the user. */
export function mayPass(error: unknown): boolean {
  const thrown = error instanceof AppError ? error.facts.cause : error
  return thrown instanceof Error && failureOf(thrown)?.isPassing === true
}

/** The timeout expired while the request was still waiting in the queue. */
export function hostQueueTimeout(host: string): AppError {
  const hint =
    'Request fewer pages at once, or let more through (WINNOW_HOST_CONCURRENCY, WINNOW_HOST_SPACING_MS).'
  return new AppError('timeout', `Too many requests to ${host} were already waiting.`, { hint })
}

/** `maxBytes` is the limit that the page exceeded, compressed or decompressed. */
export function pageTooLarge(host: string, maxBytes: number, cause?: unknown): AppError {
  const hint = `Pages may have ${groupDigits(maxBytes)} bytes (WINNOW_FETCH_MAX_BYTES).`
  return new AppError('page_too_large', `The page of ${host} is too large.`, { hint, cause })
}

/** The body cannot be decompressed by its Content-Encoding. */
export function brokenEncoding(host: string, cause?: unknown): AppError {
  const message = `The answer of ${host} is compressed in a way that cannot be read.`
  return new AppError('encoding', message, { hint: `Try again later. ${SAVED_PAGE}`, cause })
}
