import type { Page, Response } from 'playwright-core'
import { AppError } from '../../base/errors.ts'
import { bufferOf } from '../../base/own-buffer.ts'
import { pageTooLarge } from '../fetch/fetch-errors.ts'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import { downloadInsteadOfPage, endlessReload } from './browser-errors.ts'
import { toFetchedPage } from './kept-answers.ts'
import { isOfPage } from './traffic.ts'
import { visibleHtml } from './visible-html.ts'

/**
 * Returns a function that returns the response of the current document. A page that navigates itself has several: the last
 * one that became a page counts. A download does not become a page.
 */
export function watchDocument(page: Page): () => Response | null {
  let incoming: Response | null = null
  let displayed: Response | null = null
  const update = () => {
    if (incoming && withoutHash(page.url()) === withoutHash(incoming.url())) displayed = incoming
  }
  page.on('response', response => {
    if (!isOfPage(page, response.request()) || isRedirect(response)) return
    incoming = response
    update()
  })
  page.on('framenavigated', update)
  return () => displayed ?? incoming
}

/** Chromium displays a redirect without a Location, or with an empty one, as a page. */
const isRedirect = (response: Response) =>
  /^30[12378]$/.test(String(response.status())) && Boolean(response.headers().location)

/**
 * Throws `connection`, as for a download, if the response is a PDF file, video or audio. A full Chrome shows a PDF file in
 * a page of its own, where other builds start a download; all of them play video, and that never finishes loading.
 */
export function assertPage(answer: Response | null): void {
  if (!answer || !/^(?:application\/pdf\b|video\/|audio\/)/i.test(answer.headers()['content-type'] ?? ''))
    return
  throw downloadInsteadOfPage(new URL(answer.url()).host)
}

const withoutHash = (url: string) => url.split('#')[0]

const UTF8 = 'text/html; charset=utf-8'

/** Returns the current HTML of the page; content that is not HTML (JSON, say) is returned as it was received. */
export async function readDocument(page: Page, answer: Response, maxBytes: number): Promise<FetchedPage> {
  const headers = await answer.allHeaders()
  const received = await readReceived(page, answer, headers['content-type'])
  if (received) return checkSize({ ...received, url: withoutUser(received.url) }, maxBytes)
  const bytes = new TextEncoder().encode(await htmlOf(page, maxBytes))
  const htmlHeaders = { ...headers, 'content-type': UTF8 }
  // The page may have navigated to an address without a site, such as `about:blank`.
  const url = withoutUser(/^https?:/.test(page.url()) ? page.url() : answer.url())
  return checkSize({ status: answer.status(), url, headers: htmlHeaders, bytes, contentType: UTF8 }, maxBytes)
}

const isOfRedirect = (answer: Response) => answer.status() >= 300 && answer.status() < 400

/** Returns content that is not HTML as it was received. Some servers send JSON without a type or as HTML. */
async function readReceived(
  page: Page,
  answer: Response,
  type: string | undefined,
): Promise<FetchedPage | null> {
  // Playwright gives no body of such answers. Nothing is read from them but their status.
  if (isOfRedirect(answer)) return null
  if (type !== undefined && !/html/i.test(type)) return toFetchedPage(answer)
  // If the page is navigating, its HTML is read once it has arrived.
  const kind = await page.evaluate<string>(SHOWN_KIND).catch(() => 'html')
  if (kind === 'html') return null
  const received = await toFetchedPage(answer)
  return kind === 'text' || startsAsJson(received) ? received : null
}

/** Chromium shows what it takes for text in a page of its own. JSON that it takes for HTML becomes the text of a body. */
const SHOWN_KIND = `!/html/.test(document.contentType) ? 'text'
  : !document.doctype && /^\\s*[{[]/.test(document.body?.firstChild?.data) ? 'perhaps JSON' : 'html'`

const startsAsJson = ({ bytes }: FetchedPage) => /^\s*[{[]/.test(bufferOf(bytes).toString('latin1', 0, 1_000))

/**
 * Removes the user and password that a redirect has put into an address: they must not appear in results, and the guard
 * refuses the links that would inherit them.
 */
function withoutUser(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

/** Checks the length first, since scripts can make a page arbitrarily large. */
async function htmlOf(page: Page, maxBytes: number, tries = 5): Promise<string> {
  try {
    const length = await page.evaluate<number>('document.documentElement?.outerHTML.length ?? 0')
    if (length > maxBytes) throw pageTooLarge(new URL(page.url()).host, maxBytes)
    return await page.evaluate(visibleHtml, maxBytes)
  } catch (error) {
    if (error instanceof AppError) throw error
    const { message } = error as Error
    if (!/navigating|navigation/.test(message)) return htmlFromOutside(page, maxBytes)
    if (tries === 0) throw endlessReload(new URL(page.url()).host, error)
    await page.waitForLoadState('domcontentloaded', { timeout: 0 })
    return htmlOf(page, maxBytes, tries - 1)
  }
}

/**
 * Reads the HTML from an isolated world, for pages whose scripts have replaced the functions that `visibleHtml` uses. The
 * result has no `BrowserLooks` comment.
 */
async function htmlFromOutside(page: Page, maxBytes: number): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.documentElement?.outerHTML.length ?? 0',
    contextId: world.executionContextId,
  })
  if (result.value > maxBytes) throw pageTooLarge(new URL(page.url()).host, maxBytes)
  return page.content()
}

function checkSize(page: FetchedPage, maxBytes: number): FetchedPage {
  if (page.bytes.length > maxBytes) throw pageTooLarge(new URL(page.url).host, maxBytes)
  return page
}
