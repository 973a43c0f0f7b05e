import type { Browse, BrowseRequest } from '../../../server/prebuilt/upstream.ts'

/** What a browser shows: its page as HTML, the answers that the page got, and the answers to requests from inside the page. */
export interface BrowserScript {
  page: string
  /** The address after redirects. */
  url?: string
  status?: number
  kept?: unknown[]
  asked?: unknown[]
}

/** A browser that shows the same whatever it opens, and records what it was asked to open. */
export function scriptedBrowse({ page, status = 200, url, kept = [], asked = [] }: BrowserScript) {
  const opened: BrowseRequest[] = []
  const browse: Browse = async request => {
    opened.push(request)
    const answer = (body: unknown) => ({
      status,
      url: url ?? request.url,
      headers: {},
      text: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { ...answer(page), kept: kept.map(answer), asked: asked.map(answer) }
  }
  return { browse, opened }
}
