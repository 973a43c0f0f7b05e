import type { Browse, BrowseRequest } from '../../../server/prebuilt/upstream.ts'

/** What a browser shows: its page as HTML, and the bodies that the page was given and that its questions were answered with. */
export interface Shown {
  page: string
  /** Where a redirect ended. */
  url?: string
  status?: number
  kept?: unknown[]
  asked?: unknown[]
}

/** A browser that shows the same whatever it opens, and what it was asked to open. */
export function scriptedBrowse({ page, status = 200, url, kept = [], asked = [] }: Shown) {
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
