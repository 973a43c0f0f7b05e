import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** A real authorization server on this machine, where everyone is signed in as `ada` and consents to everything. */
interface IdentityProvider {
  issuer: string
  close(): Promise<void>
}

const SCOPE = 'winnow:use'

function configuration(resource: string, key: object) {
  const info = { scope: SCOPE, audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: 600 }
  return {
    jwks: { keys: [key] },
    scopes: ['openid', 'offline_access', SCOPE],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ ...info, jwt: { sign: { alg: 'RS256' } } }),
      },
    },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  }
}

/** Signs in and consents without asking. */
async function interact(provider: Provider, resource: string, req: IncomingMessage, res: ServerResponse) {
  const { prompt, params, grantId } = await provider.interactionDetails(req, res)
  const finish = (result: object) =>
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true })
  if (prompt.name === 'login') return finish({ login: { accountId: 'ada' } })
  const savedGrant = grantId && (await provider.Grant.find(grantId))
  const grant = savedGrant || new provider.Grant({ accountId: 'ada', clientId: params.client_id })
  grant.addOIDCScope(`openid offline_access ${SCOPE}`)
  grant.addResourceScope(resource, SCOPE)
  return finish({ consent: { grantId: await grant.save() } })
}

/** Starts a server that issues tokens for `resource`. */
export async function startIdentityProvider(resource: string): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configuration(resource, key))
  const answer = provider.callback()
  server.on('request', (req, res) => {
    if (!req.url!.startsWith('/interaction/')) return answer(req, res)
    interact(provider, resource, req, res).catch(error => res.writeHead(500).end(String(error)))
  })
  return {
    issuer,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
