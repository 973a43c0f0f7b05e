import { SEND_SAVED_PAGE } from '../base/error-hints.ts'
import { AppError, type ErrorFacts } from '../base/errors.ts'
import { bufferOf } from '../base/own-buffer.ts'
import { isBotWall } from './bot-wall.ts'
import type { BrowsedPage } from './browser/browser.ts'
import type { FetchedPage } from './fetch/fetched-page.ts'
import { retryAfterMs } from './politeness/retry-after.ts'

/** A page that was fetched over HTTP or through a browser. */
type AnyPage = FetchedPage & Partial<Pick<BrowsedPage, 'kept'>>

/** What an empty document consists of: a byte order mark, white space, and tags that every page has. */
const FRAMEWORK =
  /^\xef\xbb\xbf|<!doctype\b[^<>]*>|<html\b[^<>]*>|<meta\s+charset\b[^<>]*>|<\/?(?:head|title|body)>|<\/html>|\s+/gi
const SHORT_PAGE = 1_000

/** Whether a page is empty. Answers to its scripts that a browser has kept count as content. */
const isEmpty = (page: AnyPage) =>
  page.bytes.byteLength < SHORT_PAGE &&
  bufferOf(page.bytes).toString('latin1').replace(FRAMEWORK, '') === '' &&
  !page.kept?.length

/**
 * The status of an answer and the wait that it asks for, as facts of an error: our own caller can wait as well as we can.
 */
export function statusFacts({
  status,
  headers,
}: Pick<FetchedPage, 'status' | 'headers'>): Pick<ErrorFacts, 'upstreamStatus' | 'retryAfter'> {
  const ms = retryAfterMs(headers['retry-after'], Date.now())
  return { upstreamStatus: status, ...(ms && { retryAfter: Math.ceil(ms / 1000) }) }
}

const hostOf = ({ url }: FetchedPage) => new URL(url).host

/** Statuses by which sites turn a visitor away. A large network answers robots with 999. */
const REFUSALS = new Set([401, 403, 407, 429, 999])

/**
 * Returns if the page holds data. Otherwise throws the error for an upstream answer: `blocked` for a bot wall (including
 * one that answers 200), a login, throttling or an empty page, `upstream_404`, or `upstream_status`.
 */
export function assertHasData(page: AnyPage): void {
  const { status } = page
  if (REFUSALS.has(status) || isBotWall(page)) throw blocked(page, 'blocked this request')
  if (status === 404 || status === 410)
    throw new AppError('upstream_404', `${hostOf(page)} has no such page (HTTP ${status}).`, {
      hint: 'Check the address.',
      upstreamStatus: status,
    })
  if (status < 200 || status > 299)
    throw new AppError('upstream_status', `${hostOf(page)} answered HTTP ${status}.`, {
      hint: hintOn(status),
      ...statusFacts(page),
    })
  if (isEmpty(page)) throw blocked(page, 'sent an empty page')
}

/** Statuses below 500 whose cause may be gone later: Request Timeout and Too Early. */
const TEMPORARY_STATUSES = new Set([408, 425])

const hintOn = (status: number) =>
  status >= 500 || TEMPORARY_STATUSES.has(status)
    ? 'Try again later; the site has a problem.'
    : 'Open the address in a browser. If it shows a page there, the site may want a browser (`fetch.mode`) or other request headers.'

const blocked = (page: FetchedPage, what: string) =>
  new AppError('blocked', `${hostOf(page)} ${what} (HTTP ${page.status}).`, {
    hint: SEND_SAVED_PAGE,
    ...statusFacts(page),
  })
