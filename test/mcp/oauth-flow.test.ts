import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { startTestApp } from '../support/start-app.ts'
import { startIdentityProvider } from './support/identity-provider.ts'

const CALLBACK = 'http://127.0.0.1:9/callback'

/** Keeps in memory what a host stores for a sign-in, and passes the address to open to `open`. */
function signIn(open: (url: URL) => void): OAuthClientProvider {
  const saved: Record<string, unknown> = {}
  const saveAs = (name: string) => (value: unknown) => {
    saved[name] = value
  }
  return {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'test',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => saved.client as never,
    saveClientInformation: saveAs('client'),
    tokens: () => saved.tokens as never,
    saveTokens: saveAs('tokens'),
    codeVerifier: () => saved.verifier as string,
    saveCodeVerifier: saveAs('verifier'),
    redirectToAuthorization: open,
    discoveryState: () => saved.discovery as never,
    saveDiscoveryState: saveAs('discovery'),
  }
}

/** Follows the redirects of a sign-in up to the callback, with cookies as in a browser. */
async function browse(start: URL): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < 20; step++) {
    if (url.href.startsWith(CALLBACK)) return url.searchParams
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    const location = answer.headers.get('location')
    assert.ok(location, `${answer.status} at ${url}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error('The sign-in does not end.')
}

test('a client that knows only the address of the endpoint gets a token through OAuth, and calls a tool with it', async t => {
  const winnow = await startTestApp({ oauth_scopes: ['winnow:use'] })
  const url = new URL(`${winnow.url}/mcp`)
  const provider = await startIdentityProvider(url.href)
  t.after(async () => {
    await winnow.stop()
    await provider.close()
  })
  winnow.app.settings.change('oauth_issuer', provider.issuer)

  let openedUrl: URL | undefined
  const authProvider = signIn(address => {
    openedUrl = address
  })
  const options = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const
  const first = new Client({ name: 'test', version: '1' }, options)
  const transport = new StreamableHTTPClientTransport(url, { authProvider })
  await assert.rejects(first.connect(transport), { name: /Unauthorized/ })

  assert.equal(openedUrl!.origin, provider.issuer)
  assert.equal(openedUrl!.searchParams.get('code_challenge_method'), 'S256')
  assert.equal(openedUrl!.searchParams.get('resource'), url.href)
  await transport.finishAuth(await browse(openedUrl!))

  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  const { structuredContent } = await client.callTool({ name: 'credits', arguments: {} })
  assert.equal((structuredContent as { creditBalance: number }).creditBalance, 1_000)
  await client.close()
  const accounts = (await winnow.admin('/admin/accounts')).json.data as { name: string }[]
  assert.ok(accounts.some(({ name }) => name.startsWith('oauth ada ')))
})
