import type { Page } from 'playwright-core'
import { ownBuffer } from '../../base/own-buffer.ts'
import { pageTooLarge } from '../fetch/fetch-errors.ts'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import type { PageQuestion } from './browser.ts'

interface InPageResponse {
  status: number
  url: string
  headers: Record<string, string>
  /** Base64; null if the body is larger than `maxBytes`. */
  body: string | null
}

/**
 * Sends a request from within the page with its own `fetch`, which its scripts may have replaced. Rejects as that `fetch`
 * does.
 */
export async function askPage(page: Page, question: PageQuestion, maxBytes: number): Promise<FetchedPage> {
  const { body, ...answer } = await page.evaluate(fetchInPage, { question, maxBytes })
  if (body === null) throw pageTooLarge(new URL(answer.url).host, maxBytes)
  const bytes = ownBuffer(Buffer.from(body, 'base64'))
  return { ...answer, bytes, contentType: answer.headers['content-type'] ?? null }
}

/** Runs inside the page, so it cannot refer to anything outside its own body. */
async function fetchInPage(request: { question: PageQuestion; maxBytes: number }): Promise<InPageResponse> {
  const { url, ...init } = request.question
  const response = await fetch(url, init)
  const chunks: string[] = []
  let bytesLeft = request.maxBytes
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done && bytesLeft >= 0; part = await reader!.read()) {
    bytesLeft -= part.value.length
    for (let at = 0; at < part.value.length; at += 8192)
      chunks.push(String.fromCharCode(...part.value.subarray(at, at + 8192)))
  }
  if (bytesLeft < 0) await reader!.cancel()
  return {
    status: response.status,
    url: response.url,
    headers: Object.fromEntries(response.headers.entries()),
    body: bytesLeft < 0 ? null : btoa(chunks.join('')),
  }
}
