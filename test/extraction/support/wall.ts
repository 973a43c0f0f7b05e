import type { SiteHandler, SiteRequest } from '../../support/local-site.ts'

/** A bot wall: a browser runs its script and is let in, a client that runs no scripts is not. */
const WALL = `<!doctype html><title>One moment</title><script>document.cookie = 'passed=1; path=/'; location.reload()</script>`

const hasPassed = ({ headers }: SiteRequest) => /\bpassed=1\b/.test(headers.cookie ?? '')

/** A page that only a browser gets. */
export const behindWall =
  (page: string): SiteHandler =>
  (request, response) => {
    const [status, body] = hasPassed(request) ? [200, page] : [403, WALL]
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  }

/** Data that only the scripts of a page get, because only they mark their requests. */
export const forOwnScripts =
  (isMarked: (request: SiteRequest) => boolean, body: string, refusal = ''): SiteHandler =>
  (request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(isMarked(request) ? body : refusal)

/** A page with a script of its own. */
export const withScript = (page: string, script: string) =>
  page.replace('</body>', () => `<script>${script}</script></body>`)
