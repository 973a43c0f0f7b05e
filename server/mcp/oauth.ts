import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  type OAuthMetadata,
  oauthMetadataResponse,
  verifyBearerToken,
} from '@modelcontextprotocol/server'
import { createRemoteJWKSet } from 'jose'
import { AppError } from '../base/errors.ts'
import type { SettingValues } from '../settings/settings.ts'
import { checkToken, INVALID_TOKEN, type TokenRequirements } from './access-tokens.ts'
import { discover } from './oauth-discovery.ts'

/** The subject of a token, and its issuer. */
export interface TokenSubject {
  issuer: string
  subject: string
}

/** An authorization server whose metadata has been read. */
interface AuthorizationServer {
  metadata: OAuthMetadata
  keys: TokenRequirements['keys']
}

type OAuthSettings = Pick<
  SettingValues,
  'oauth_issuer' | 'oauth_audience' | 'oauth_scopes' | 'mcp_public_url'
>

/** The endpoint as an OAuth resource server: checks tokens of the authorization server that the owner has set. */
export function createOAuth(settings: OAuthSettings, address: () => string) {
  /** The server for the current setting. Concurrent requests share one lookup. */
  let lookup: { name: string; found: Promise<AuthorizationServer> } | undefined

  /** Comes from the settings, never from the request. */
  const resource = () => new URL(settings.mcp_public_url ?? `${address()}/mcp`)

  const find = async (name: string): Promise<AuthorizationServer> => {
    const metadata = await discover(name)
    return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri as string)) }
  }

  const server = (): Promise<AuthorizationServer> => {
    const name = settings.oauth_issuer!
    if (lookup?.name === name) return lookup.found
    const newLookup = { name, found: find(name) }
    lookup = newLookup
    newLookup.found.catch(() => {
      if (lookup === newLookup) lookup = undefined
    })
    return newLookup.found
  }

  const challenge = () => ({
    requiredScopes: settings.oauth_scopes,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource()),
  })

  return {
    /**
     * Returns the subject of the token in an Authorization header. Throws 401 or 403 with a challenge, or 503 if the token
     * cannot be checked.
     */
    async authenticate(header: string | undefined): Promise<TokenSubject> {
      const { metadata, keys } = await server()
      const { issuer } = metadata
      const { oauth_audience } = settings
      const audience = oauth_audience.length ? oauth_audience : [resource().href]
      const verifyAccessToken = (token: string) => checkToken(token, { issuer, audience, keys })
      try {
        const { clientId } = await verifyBearerToken(header, {
          ...challenge(),
          verifier: { verifyAccessToken },
        })
        return { issuer, subject: clientId }
      } catch (error) {
        throw error instanceof OAuthError ? refused(error, header, challenge()) : error
      }
    },

    /** Returns the metadata documents of RFC 9728 and RFC 8414; undefined for any other path. */
    async document(path: string): Promise<Response | undefined> {
      const { metadata } = await server()
      const own = resource()
      return oauthMetadataResponse(new Request(new URL(withResource(path, own), own)), {
        oauthMetadata: metadata,
        resourceServerUrl: own,
        scopesSupported: settings.oauth_scopes,
        resourceName: 'Winnow',
      })
    },
  }
}

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'

/** Clients may leave out the path of the resource; it is the same document. */
const withResource = (path: string, { pathname }: URL) =>
  path === PROTECTED_RESOURCE ? PROTECTED_RESOURCE + pathname : path

interface Challenge {
  requiredScopes: string[]
  resourceMetadataUrl: string
}

/** Converts a refusal to an AppError, with the challenge that tells a client where to get a token. */
function refused(error: OAuthError, header: string | undefined, challenge: Challenge): AppError {
  const answer = bearerAuthChallengeResponse(error, challenge)
  const named = answer.headers.get('www-authenticate') ?? 'Bearer'
  const refusal = (code: 'forbidden' | 'unauthenticated', words: string, shown = named) =>
    new AppError(code, words, {
      hint: 'Get a token where `WWW-Authenticate` says, or send an API key as `X-API-Key`.',
      headers: { 'WWW-Authenticate': shown },
    })
  if (answer.status === 403)
    return refusal(
      'forbidden',
      `The access token lacks a scope. Needed: ${challenge.requiredScopes.join(', ')}.`,
    )
  if (header !== undefined) return refusal('unauthenticated', INVALID_TOKEN)
  // A request without any credentials gets no error code (RFC 6750, section 3.1).
  const plain = named.replace(/error="[^"]*", error_description="[^"]*", /, '')
  return refusal('unauthenticated', 'The request has no access token and no API key.', plain)
}

export type OAuth = ReturnType<typeof createOAuth>
