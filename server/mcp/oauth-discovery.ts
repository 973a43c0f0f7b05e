import type { OAuthMetadata } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../base/errors.ts'

const TIMEOUT_MS = 5_000

/** The metadata that clients and Winnow need from an authorization server. Other fields are passed on. */
const document = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string(),
  response_types_supported: z.array(z.string()).default(['code']),
})

/**
 * Returns the addresses at which an issuer may publish its metadata: RFC 8414 puts the well-known name before the issuer's
 * path, OpenID Connect after it.
 */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

const plain = (issuer: string) => issuer.replace(/\/$/, '')

async function read(url: string): Promise<OAuthMetadata | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) return undefined
  return document.parse(await answer.json()) as unknown as OAuthMetadata
}

/** Returns the metadata of an authorization server. Throws 503 if it cannot be read. */
export async function discover(issuer: string): Promise<OAuthMetadata> {
  const causes: unknown[] = []
  for (const url of metadataUrls(issuer)) {
    const found = await read(url).catch(error => void causes.push(error))
    if (found && plain(found.issuer) === plain(issuer)) return found
  }
  throw new AppError('unavailable_service', 'The authorization server does not answer.', {
    cause: causes[0],
    hint: 'Check the setting `oauth_issuer`; an API key works meanwhile.',
    retryAfter: 10,
  })
}
