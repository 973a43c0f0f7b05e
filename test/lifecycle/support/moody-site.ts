import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'

/** The ways in which pages of a site behave, called moods, and the error codes with which a job for such a page may fail. */
const MOODS: Record<string, { answer: SiteHandler; fails: string[] }> = {
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

export const moods = Object.keys(MOODS)

/** The mood of the page at an address. */
export const moodOf = (url: string) => new URL(url).pathname.slice(1)

/** Makes a site answer in every mood under its name, after a random delay of up to `slowestMs`. `random` returns 0 to 1. */
export function makeMoody(site: LocalSite, random: () => number, slowestMs: number): void {
  for (const [mood, { answer }] of Object.entries(MOODS))
    site.on(`/${mood}`, async (request, response) => {
      await sleep(random() * slowestMs)
      if (typeof answer === 'function') return answer(request, response)
      const { status = 200, headers, body } = answer
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
    })
}

/**
 * Whether a job of this mood may end in this way. Being killed is no excuse: every page that can be scraped is scraped in
 * the end.
 */
export const mayEnd = (mood: string, state: string, code: string | undefined) =>
  state === 'completed'
    ? MOODS[mood]!.fails.length === 0
    : state === 'failed' && MOODS[mood]!.fails.includes(code!)
