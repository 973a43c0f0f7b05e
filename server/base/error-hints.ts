import { publicCommand } from './command.ts'
import type { ErrorCode } from './errors.ts'

/** The default hint of each error code: for lists that keep only the code, and for errors without a hint of their own. */
const HINTS: Record<ErrorCode, string> = {
  invalid_input: 'Correct the field that the answer names.',
  target_forbidden: 'Targets on your own network are opened by the setting `allow_hosts`.',
  not_asked_for: 'Ask for what the page is of, or send the page of what you asked for.',
  unauthenticated: 'Send a valid key as `X-API-Key`.',
  insufficient_credits: 'Grant more credits to the account.',
  forbidden: 'Use a key with the scope that the call needs.',
  unknown_resource: 'Check the id; a deleted record can be restored for 7 days.',
  not_found: 'Check the handle or address: the platform has nothing there.',
  private: 'Only its owner sees it; nothing can be read from outside.',
  unavailable: 'The platform has removed or closed it.',
  no_captions: 'This video has no captions; ask for another language or video.',
  method_not_allowed: 'Use the method that the answer names.',
  request_timeout: 'Send the request again, all at once.',
  conflict: 'Check the state of the record first.',
  still_running: 'Wait for the first call with this key to end.',
  gone: 'It is no longer kept; request it again.',
  stale: 'Read the record again and apply your change to its newest version.',
  body_too_large: 'Send less at once.',
  unsupported_media: 'Send the type of body that the call takes.',
  extraction_failed: 'Test the parser on this page; the trace says which rule failed.',
  required_missing: 'Test the parser on this page: a required field found nothing.',
  too_few_items: 'Test the parser on this page: its list found too few items.',
  invalid_graph: 'Correct the nodes that the answer names; a draft may be saved with problems.',
  expression_failed: 'Try the expression on the item that failed.',
  idempotency_mismatch: 'Use a new Idempotency-Key for a new input.',
  rate_limited: 'Wait as long as `Retry-After` says, or raise the cap.',
  too_many_calls: 'Wait for a call to end, or raise the concurrency of the account.',
  head_too_large: 'Send long values in the body, with POST.',
  duplicate: 'The result is that of the item with the same input.',
  run_too_large:
    'Filter items earlier, or split them over several runs; the setting `run_max_items` is the bound.',
  over_budget: 'Retry the item on its own, or create another batch for the rest.',
  interrupted: 'Retry the job.',
  cancelled: 'The caller disconnected before the answer was ready; send it again if it is still wanted.',
  internal: 'Please report it with the id of the call; the log holds the cause.',
  blocked:
    'Save the page in your own browser and send it to POST /v1/extract/{apiId}, or try later or through a proxy.',
  session_expired: `Log in again: on the page Sessions of the app, or with ${publicCommand`session open NAME https://example.com/login`}.`,
  changed: 'The platform has changed; what it sent is kept in the data folder for a bug report.',
  upstream_status: 'The site had an error; try again later.',
  upstream_404: 'Check the address: the site has nothing there.',
  timeout: 'The site is slow; try again, or raise the setting `fetch_timeout_ms`.',
  dns: 'Check the name of the host and your connection.',
  tls: 'The certificate of the site is not valid; check the address.',
  connection: 'Check your connection and the proxy; the site did not answer.',
  redirects: 'The site redirects too many times; try its final address.',
  encoding: 'The page is in an encoding that cannot be read; save it and send it as a file.',
  page_too_large: 'Raise the setting `fetch_max_bytes`.',
  no_browser: 'Install Chrome or Chromium, or name one in the setting `browser`.',
  no_display: 'Use the app on a machine with a display.',
  unavailable_service: 'Try again in a moment; look for free disk space.',
}

/** Hints for uploads: the user has saved the page already. */
const UPLOAD_HINTS: Partial<Record<ErrorCode, string>> = {
  not_found: 'The page says that there is nothing; send another one.',
  blocked:
    'The page holds no data: it is a captcha or a login, or was not fully loaded. Send the page that follows it.',
  changed: 'Check that it is a complete page of this kind.',
}

/** Hints for scrapes: a saved page is sent to its parser, not to an API. */
const SCRAPE_HINTS: Partial<Record<ErrorCode, string>> = {
  blocked:
    'Save the page in your own browser and send it to POST /v1/parse/{parserId}, or try later or through a proxy.',
}

/** Hints for calls that read a page without a parser: they take a saved page, too. */
const PAGE_HINTS: Partial<Record<ErrorCode, string>> = {
  blocked: 'Save the page in your own browser and send it as `html`, or try later or through a proxy.',
}

/** Hints that differ for some operations, by the start of their ids. */
const HINTS_BY_OPERATION: [start: string, hints: Partial<Record<ErrorCode, string>>][] = [
  ['extract-', UPLOAD_HINTS],
  ['scrape', SCRAPE_HINTS],
  ['page-', PAGE_HINTS],
]

/** The hint of an error about a page that a site does not show to Winnow, whichever call fetched it. */
export const SEND_SAVED_PAGE =
  'Open the page in a browser, save it and send it as `html`: for a parser to POST /v1/parse/{parserId}, otherwise to POST /v1/pages/read. Or try again later.'

/** The hint for a page that is too large to be read. */
export const SEND_PART_OF_PAGE = 'Save the part of the page that holds the data and send that.'

/** Returns the hint for an error code of an operation. */
export function hintFor(code: string | null, operation = ''): string {
  const [, own] = HINTS_BY_OPERATION.find(([start]) => operation.startsWith(start)) ?? []
  return own?.[code as ErrorCode] ?? HINTS[code as ErrorCode] ?? 'Send the call again and read the answer.'
}
