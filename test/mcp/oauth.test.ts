import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import { createOAuth } from '../../server/mcp/oauth.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** Who gets in with a token of the owner's authorization server; the tokens are signed by a real server. */

const AUDIENCE = 'https://winnow.example/mcp'
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

let issuer: OAuth2Server
let otherIssuer: OAuth2Server
let winnow: TestApp

async function startIssuer() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  return server
}

before(async () => {
  issuer = await startIssuer()
  otherIssuer = await startIssuer()
  winnow = await startTestApp({
    oauth_issuer: issuer.issuer.url!,
    mcp_public_url: AUDIENCE,
    oauth_scopes: ['winnow:use'],
  })
})
after(async () => {
  await winnow.stop()
  await Promise.all([issuer.stop(), otherIssuer.stop()])
})

type Claims = Record<string, unknown>
const GOOD: Claims = { sub: 'ada', aud: AUDIENCE, scope: 'openid winnow:use' }

/** Creates a token of the issuer with other claims; claims that are undefined are left out. */
const token = (claims: Claims = {}, signer = issuer) =>
  signer.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, GOOD, claims)
      for (const name of Object.keys(payload)) if (payload[name] === undefined) delete payload[name]
    },
  })

const ask = (headers: Record<string, string>, to = winnow) =>
  fetch(`${to.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: LIST,
  })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const seconds = () => Math.floor(Date.now() / 1000)

describe('the endpoint accepts a token', () => {
  const good: [title: string, claims: () => Claims][] = [
    ['for this audience', () => ({})],
    ['for several audiences, this one among them', () => ({ aud: ['https://other.example/', AUDIENCE] })],
    ['with its scopes as a list', () => ({ scope: undefined, scp: ['winnow:use'] })],
    ['that has just expired, by clocks that differ a little', () => ({ exp: seconds() - 2 })],
  ]
  for (const [title, claims] of good)
    test(title, async () => {
      const answer = await ask(bearer(await token(claims())))
      assert.equal(answer.status, 200, await answer.text())
    })

  test('and creates one account for each issuer and subject', async () => {
    await ask(bearer(await token({ sub: 'grace' })))
    await ask(bearer(await token({ sub: 'grace' })))
    await ask(bearer(await token({ sub: 'Grace|' })))
    const accounts = (await winnow.admin('/admin/accounts')).json.data as { name: string }[]
    const names = accounts.map(({ name }) => name)
    assert.equal(names.filter(name => name.startsWith('oauth grace ')).length, 1)
    assert.equal(names.filter(name => name.startsWith('oauth Grace ')).length, 1)
  })
})

test('a token without a key id may be signed with any key of its issuer', async t => {
  const several = await startIssuer()
  await several.issuer.keys.generate('RS256')
  const service = await startTestApp({ oauth_issuer: several.issuer.url!, mcp_public_url: AUDIENCE })
  t.after(() => Promise.all([service.stop(), several.stop()]))
  const unnamed = (signer: OAuth2Server) =>
    signer.issuer.buildToken({
      scopesOrTransform: (header, payload) => {
        Reflect.deleteProperty(header, 'kid')
        Object.assign(payload, GOOD, { iss: several.issuer.url })
      },
    })
  // Each token is signed with the next of its keys.
  for (const _ of several.issuer.keys.toJSON())
    assert.equal((await ask(bearer(await unnamed(several)), service)).status, 200)
  assert.equal((await ask(bearer(await unnamed(otherIssuer)), service)).status, 401)
})

describe('API keys still work with OAuth', () => {
  test('when sent as X-API-Key or as Bearer', async () => {
    assert.equal((await ask({ 'x-api-key': winnow.key })).status, 200)
    assert.equal((await ask(bearer(winnow.key))).status, 200)
  })

  test('but not together with a token', async () => {
    assert.equal((await ask({ 'x-api-key': winnow.key, ...bearer(await token()) })).status, 401)
  })
})

describe('a token is refused with 401', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = () =>
    `${encode({ alg: 'none' })}.${encode({ ...GOOD, iss: issuer.issuer.url, exp: seconds() + 60 })}.`

  const bad: [title: string, make: () => Promise<string> | string][] = [
    ['of another audience', () => token({ aud: 'https://other.example/mcp' })],
    ['of no audience', () => token({ aud: undefined })],
    ['that has expired', () => token({ exp: seconds() - 60 })],
    ['that never expires', () => token({ exp: undefined })],
    ['that is not valid yet', () => token({ nbf: seconds() + 600 })],
    ['without a subject', () => token({ sub: undefined })],
    ['whose subject is empty', () => token({ sub: '' })],
    ['whose subject is null', () => token({ sub: null })],
    ['whose subject is a number', () => token({ sub: 7 })],
    ['whose subject is a list', () => token({ sub: ['ada'] })],
    ['of another issuer', () => token({ iss: 'https://other.example' })],
    ['signed by a stranger', () => token({ iss: issuer.issuer.url }, otherIssuer)],
    ['without a signature', unsigned],
    ['that is garbage', () => 'garbage'],
    ['that looks like one', () => 'a.b.c'],
  ]
  for (const [title, make] of bad)
    test(title, async () => {
      const answer = await ask(bearer(await make()))
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer .*error="invalid_token"/)
      assert.equal(typeof ((await answer.json()) as { error: string }).error, 'string')
    })

  test('and a request without a token gets the address of the metadata and the scope', async () => {
    const answer = await ask({})
    assert.equal(answer.status, 401)
    const challenge = answer.headers.get('www-authenticate')!
    assert.match(
      challenge,
      /resource_metadata="https:\/\/winnow\.example\/\.well-known\/oauth-protected-resource\/mcp"/,
    )
    assert.match(challenge, /scope="winnow:use"/)
    assert.doesNotMatch(challenge, /error/, 'there is nothing that could be wrong yet')
  })
})

test('a token without the required scope is refused with 403', async () => {
  const answer = await ask(bearer(await token({ scope: 'openid' })))
  assert.equal(answer.status, 403)
  assert.match(answer.headers.get('www-authenticate')!, /error="insufficient_scope".*scope="winnow:use"/)
  assert.match(((await answer.json()) as { error: string }).error, /Needed: winnow:use\./)
})

test('a token is not accepted on /v1', async () => {
  const text = await token()
  const credits = (headers: Record<string, string>) => fetch(`${winnow.url}/v1/credits`, { headers })
  assert.equal((await credits(bearer(text))).status, 401)
  assert.equal((await credits({ 'x-api-key': text })).status, 401)
})

describe('OAuth metadata', () => {
  const paths = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']
  for (const path of paths)
    test(`of the resource is served at ${path}`, async () => {
      const answer = await fetch(winnow.url + path)
      assert.equal(answer.status, 200)
      const { resource, authorization_servers, scopes_supported } = (await answer.json()) as Record<
        string,
        unknown
      >
      assert.equal(resource, AUDIENCE)
      assert.deepEqual(scopes_supported, ['winnow:use'])
      assert.deepEqual(
        (authorization_servers as string[]).map(url => new URL(url).href),
        [new URL(issuer.issuer.url!).href],
      )
    })

  test('of the authorization server is passed on', async () => {
    const answer = await fetch(`${winnow.url}/.well-known/oauth-authorization-server`)
    const { token_endpoint } = (await answer.json()) as { token_endpoint: string }
    assert.equal(new URL(token_endpoint).origin, new URL(issuer.issuer.url!).origin)
  })

  test('for OpenID is a 404 when the authorization server has none', async () => {
    assert.equal((await fetch(`${winnow.url}/.well-known/openid-configuration`)).status, 404)
  })
})

describe('an authorization server that cannot be reached', () => {
  test('is asked only once for all tokens that arrive meanwhile', async t => {
    let requests = 0
    const broken = createServer((_request, response) => {
      requests++
      response.writeHead(500).end()
    })
    await new Promise<void>(resolve => broken.listen(0, '127.0.0.1', resolve))
    t.after(() => new Promise(resolve => broken.close(resolve)))
    const oauth_issuer = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
    const settings = { oauth_issuer, oauth_audience: [], oauth_scopes: [], mcp_public_url: AUDIENCE }
    const oauth = createOAuth(settings, () => '')
    await Promise.allSettled(Array.from({ length: 5 }, () => oauth.authenticate('Bearer a.b.c')))
    assert.equal(requests, 2, 'one for each place where the document may be')
  })

  test('makes the endpoint answer 503, not a 401 that would make people sign in again', async () => {
    const closedIssuer = await startIssuer()
    const text = await closedIssuer.issuer.buildToken({
      scopesOrTransform: (_h, payload) => Object.assign(payload, GOOD),
    })
    const url = closedIssuer.issuer.url!
    const service = await startTestApp({ oauth_issuer: url, mcp_public_url: AUDIENCE })
    await closedIssuer.stop()
    const answer = await ask(bearer(text), service)
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('retry-after')!, /^\d+$/)
    assert.equal((await ask({ 'x-api-key': service.key }, service)).status, 200, 'keys go on working')
    await service.stop()
  })

  test('makes the endpoint answer 503 even when only its keys cannot be fetched', async () => {
    const half = await startIssuer()
    const text = await half.issuer.buildToken({
      scopesOrTransform: (_h, payload) => Object.assign(payload, GOOD),
    })
    const service = await startTestApp({ oauth_issuer: half.issuer.url!, mcp_public_url: AUDIENCE })
    assert.equal((await fetch(`${service.url}/.well-known/oauth-authorization-server`)).status, 200)
    await half.stop()
    assert.equal((await ask(bearer(text), service)).status, 503)
    await service.stop()
  })
})

describe('the audience of a token', () => {
  test('must be one of `oauth_audience` when that is set', async () => {
    const settings = { oauth_issuer: issuer.issuer.url!, oauth_audience: ['api://winnow', 'winnow'] }
    const service = await startTestApp(settings)
    assert.equal((await ask(bearer(await token({ aud: 'api://winnow' })), service)).status, 200)
    assert.equal((await ask(bearer(await token({ aud: AUDIENCE })), service)).status, 401)
    await service.stop()
  })

  test('must be the address of this endpoint when `oauth_audience` is not set', async () => {
    const service = await startTestApp({ oauth_issuer: issuer.issuer.url! })
    assert.equal((await ask(bearer(await token({ aud: `${service.url}/mcp` })), service)).status, 200)
    await service.stop()
  })
})
