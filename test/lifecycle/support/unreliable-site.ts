import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'

/** How each kind of page answers, and the error codes with which a job for such a page may fail. */
const PAGE_KINDS: Record<string, { answer: SiteHandler; fails: string[] }> = {
  good: { answer: { body: '<h1>Kettle</h1>' }, fails: [] },
  moved: { answer: { status: 302, headers: { location: '/good' } }, fails: [] },
  empty: { answer: { body: '<p>No heading</p>' }, fails: ['required_missing'] },
  absent: { answer: { status: 404 }, fails: ['upstream_404'] },
  closed: { answer: { status: 403 }, fails: ['blocked'] },
  circle: { answer: { status: 302, headers: { location: '/circle' } }, fails: ['redirects'] },
  broken: {
    answer: (_request, response) => void response.socket?.destroy(),
    fails: ['connection'],
  },
  garbled: {
    answer: { headers: { 'content-encoding': 'gzip' }, body: 'not packed at all' },
    fails: ['encoding'],
  },
  tired: { answer: { status: 503 }, fails: ['upstream_status'] },
  silent: { answer: () => undefined, fails: ['timeout'] },
}

export const pageKinds = Object.keys(PAGE_KINDS)

/** The kind of the page at an address. */
export const pageKindOf = (url: string) => new URL(url).pathname.slice(1)

/** Serves a page of every kind under its name, after a random delay of up to `slowestMs`. `random` returns 0 to 1. */
export function serveUnreliablePages(site: LocalSite, random: () => number, slowestMs: number): void {
  for (const [kind, { answer }] of Object.entries(PAGE_KINDS))
    site.on(`/${kind}`, async (request, response) => {
      await sleep(random() * slowestMs)
      if (typeof answer === 'function') return answer(request, response)
      const { status = 200, headers, body } = answer
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
    })
}

/**
 * Whether a job for a page of this kind may end like this. A process that was killed is no excuse: in the end, every page
 * that can be scraped has been scraped.
 */
export const isExpectedEnd = (kind: string, state: string, code: string | undefined) =>
  state === 'completed'
    ? PAGE_KINDS[kind]!.fails.length === 0
    : state === 'failed' && PAGE_KINDS[kind]!.fails.includes(code!)
