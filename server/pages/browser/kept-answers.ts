import type { Page, Response } from 'playwright-core'
import { ownBuffer } from '../../base/own-buffer.ts'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import type { BrowserRequest } from './browser.ts'
import { asReceived } from './received-text.ts'

/** The answers to a page's own requests that are kept. */
export interface KeptAnswers {
  /** All kept answers, in the order in which they began to arrive. */
  all(): FetchedPage[]
  /** Whether as many answers are kept as `enough` of the request asks for. */
  enough(): boolean
  /** Whether some answers are still being received. */
  pending(): boolean
}

const MAX_ANSWERS = 200

/** Keeps the answers that the request selects: each up to `maxBytes`, all together up to twice that. */
export function keepAnswers(page: Page, request: BrowserRequest, maxBytes: number): KeptAnswers {
  const { keep, keepData = false, enough = Number.POSITIVE_INFINITY } = request
  const slots: { page?: FetchedPage }[] = []
  let bytesLeft = 2 * maxBytes
  let pending = 0

  const all = () => slots.flatMap(slot => slot.page ?? [])
  const collect = async (response: Response, slot: { page?: FetchedPage }) => {
    pending++
    try {
      const answer = await toFetchedPage(response)
      if (answer.bytes.length > Math.min(bytesLeft, maxBytes)) return
      bytesLeft -= answer.bytes.length
      slot.page = answer
    } catch {
      // The page navigated away or aborted the request, so the answer has no body.
    } finally {
      pending--
    }
  }
  const shouldKeep = (response: Response) => {
    const status = response.status()
    const url = URL.parse(response.url())
    const isAnswer = (status < 300 || status >= 400) && response.request().method() !== 'OPTIONS'
    if (!isAnswer || !/^https?:$/.test(url?.protocol ?? '')) return false
    return keep?.(url!) || (keepData && holdsData(response))
  }

  if (keep || keepData)
    page.on('response', response => {
      if (slots.length >= MAX_ANSWERS || !shouldKeep(response)) return
      const slot = {}
      slots.push(slot)
      void collect(response, slot)
    })
  return { all, enough: () => all().length >= enough, pending: () => pending > 0 }
}

/** Whether a response is to a request of a script (XHR or fetch) and is not code, style, media or a font. */
function holdsData(response: Response): boolean {
  const type = response.headers()['content-type'] ?? ''
  return (
    /^(?:xhr|fetch)$/.test(response.request().resourceType()) &&
    !/javascript|css|image|audio|video|font|wasm/.test(type)
  )
}

/** Converts a response of Playwright into the page that other fetches return. */
export async function toFetchedPage(response: Response): Promise<FetchedPage> {
  const [headers, body] = await Promise.all([response.allHeaders(), response.body()])
  const { bytes, contentType } = asReceived({ bytes: body, contentType: headers['content-type'] ?? null })
  return {
    status: response.status(),
    url: response.url(),
    headers,
    bytes: ownBuffer(bytes),
    contentType,
  }
}
