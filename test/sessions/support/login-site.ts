import { randomUUID } from 'node:crypto'
import { type LocalSite, type SiteRequest, startLocalSite } from '../../support/local-site.ts'

/** A site that shows orders to whoever has a token, which the login form gives; each page replaces the token. */
export interface LoginSite extends LocalSite {
  /** Logs in by the form; returns the cookies as a cookie editor exports them. */
  logIn(): Promise<{ name: string; value: string; domain: string; path: string; expirationDate: number }[]>
  /** Ends every login. */
  logOutAll(): void
  /** How many times the orders were shown. */
  shown(): number
}

const FORM =
  '<h1>Welcome</h1><form method="post"><input name="user"><input type="password" name="password"></form>'

const DAY_S = 86_400

const tokenIn = ({ headers }: Pick<SiteRequest, 'headers'>) =>
  /\btoken=([\w-]+)/.exec(headers.cookie ?? '')?.[1]

export async function startLoginSite(): Promise<LoginSite> {
  const site = await startLocalSite()
  const valid = new Set<string>()
  let pagesShown = 0
  const newToken = () => {
    const token = randomUUID()
    valid.add(token)
    return `token=${token}; Path=/; HttpOnly; Max-Age=${DAY_S}`
  }
  /** Uses up a token, which is valid for one page. */
  const isKnown = (request: SiteRequest) => valid.delete(tokenIn(request) ?? '')

  site.on('/login', (request, response) => {
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(FORM)
    const isRight = new URLSearchParams(request.body.toString()).get('password') === 'right'
    response.writeHead(303, { location: '/orders', ...(isRight && { 'set-cookie': newToken() }) }).end()
  })
  site.on('/orders', (request, response) => {
    if (!isKnown(request)) return response.writeHead(302, { location: '/login?next=/orders' }).end()
    pagesShown++
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': newToken() })
      .end('<h1>Orders</h1><p class="order">Kettle</p>')
  })
  // Like `/orders`, but shows the login form at the same address instead of redirecting.
  site.on('/same-address', (request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      ...(isKnown(request) && { 'set-cookie': newToken() }),
    })
    response.end(response.hasHeader('set-cookie') ? '<p class="order">Kettle</p>' : FORM)
  })
  // Stands in for a person who logs in: this page does it by itself.
  site.on('/window', {
    body: `<script>fetch('/login', { method: 'POST', body: new URLSearchParams({ password: 'right' }), redirect: 'manual' })
      .then(() => fetch('/logged-in'))</script>`,
  })

  return {
    ...site,
    async logIn() {
      const body = new URLSearchParams({ user: 'a', password: 'right' })
      const answer = await fetch(`${site.url}/login`, { method: 'POST', body, redirect: 'manual' })
      const value = /token=([\w-]+)/.exec(answer.headers.getSetCookie()[0]!)![1]!
      // Browsers export the expiry of a cookie in microseconds.
      const expirationDate = Math.floor(Date.now() / 1000) + DAY_S + 0.525551
      return [{ name: 'token', value, domain: '127.0.0.1', path: '/', expirationDate }]
    },
    logOutAll: () => valid.clear(),
    shown: () => pagesShown,
  }
}
