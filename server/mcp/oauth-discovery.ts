import type { OAuthMetadata } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../base/errors.ts'

const TIMEOUT_MS = 5_000

/** What a client and we need of an authorization server; the rest is passed on as it is. */
const document = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string(),
  response_types_supported: z.array(z.string()).default(['code']),
})

/** Where an issuer with a path may keep its document: RFC 8414 puts the name before the path, OpenID Connect behind it. */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

const plain = (issuer: string) => issuer.replace(/\/$/, '')

async function read(place: string): Promise<OAuthMetadata | undefined> {
  const answer = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) return undefined
  return document.parse(await answer.json()) as unknown as OAuthMetadata
}

/** The metadata of an authorization server. Throws 503 where it cannot be read. */
export async function discover(issuer: string): Promise<OAuthMetadata> {
  const causes: unknown[] = []
  for (const place of placesOf(issuer)) {
    const found = await read(place).catch(error => void causes.push(error))
    if (found && plain(found.issuer) === plain(issuer)) return found
  }
  throw new AppError('unavailable_service', 'The authorization server does not answer.', {
    cause: causes[0],
    hint: 'Check the setting `oauth_issuer`; an API key works meanwhile.',
    retryAfter: 10,
  })
}
