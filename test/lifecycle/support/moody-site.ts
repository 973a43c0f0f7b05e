import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'

/** How pages of a site behave, and what must become of a job that scrapes one: the codes that it may fail with. */
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

/** Makes a site answer in every mood under its name, none at once. `random` is from 0 to 1. */
export function makeMoody(site: LocalSite, random: () => number, slowestMs: number): void {
  for (const [mood, { answer }] of Object.entries(MOODS))
    site.on(`/${mood}`, async (request, response) => {
      await sleep(random() * slowestMs)
      if (typeof answer === 'function') return answer(request, response)
      const { status = 200, headers, body } = answer
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
    })
}

/** True where a job of a mood may end so. That Winnow was killed is nobody's fault: what can be had is had in the end. */
export const mayEnd = (mood: string, state: string, code: string | undefined) =>
  state === 'completed'
    ? MOODS[mood]!.fails.length === 0
    : state === 'failed' && MOODS[mood]!.fails.includes(code!)
