import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  type OAuthMetadata,
  oauthMetadataResponse,
  verifyBearerToken,
} from '@modelcontextprotocol/server'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { AppError } from '../errors.ts'
import type { SettingValues } from '../settings.ts'
import { discover } from './oauth-discovery.ts'

/** Signatures that a token may have: never `none`, never one with a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_TOLERANCE_S = 5

/** Faults of the token itself; any other error means that it could not be checked. */
const REFUSALS = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSSignatureVerificationFailed,
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
]

/** Whose token it is. */
export interface Subject {
  issuer: string
  subject: string
}

type OAuthSettings = Pick<
  SettingValues,
  'oauth_issuer' | 'oauth_audience' | 'oauth_scopes' | 'mcp_public_url'
>

interface Server {
  issuer: string
  metadata: OAuthMetadata
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** `scope` as a text of words, or `scp` as a list or a text: issuers differ. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope ?? scp ?? []].flat().flatMap(words => String(words).split(' '))

/** The endpoint as a resource server: who may come in with a token of the owner's authorization server. */
export function createOAuth(settings: OAuthSettings, address: () => string) {
  let known: Server | undefined

  const resource = () => new URL(settings.mcp_public_url ?? `${address()}/mcp`)
  const serverOf = async (issuer: string): Promise<Server> => {
    if (known?.issuer === issuer) return known
    const metadata = await discover(issuer)
    known = { issuer, metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri as string)) }
    return known
  }

  const claimsOf = async (token: string, { keys, metadata }: Server): Promise<JWTPayload> => {
    const { oauth_audience } = settings
    const { payload } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: oauth_audience.length ? oauth_audience : [resource().href],
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
    }).catch(error => {
      if (REFUSALS.some(refusal => error instanceof refusal))
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The access token is not valid here.')
      throw cannotCheck(error)
    })
    return payload
  }

  const challenge = () => ({
    requiredScopes: settings.oauth_scopes,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource()),
  })

  const verify = async (header: string | undefined, server: Server): Promise<Subject> => {
    let claims: JWTPayload = {}
    const verifyAccessToken = async (token: string) => {
      claims = await claimsOf(token, server)
      return { token, clientId: claims.sub!, scopes: scopesOf(claims), expiresAt: claims.exp! }
    }
    await verifyBearerToken(header, { ...challenge(), verifier: { verifyAccessToken } })
    return { issuer: claims.iss!, subject: claims.sub! }
  }

  return {
    isOn: () => settings.oauth_issuer !== null,

    /** Whose token an Authorization header holds. Throws 401 or 403 with a challenge, 503 where it cannot be checked. */
    async authenticate(header: string | undefined): Promise<Subject> {
      const server = await serverOf(settings.oauth_issuer!)
      return verify(header, server).catch(error => {
        throw error instanceof OAuthError ? refused(error, challenge()) : error
      })
    },

    /** The metadata documents of RFC 9728 and RFC 8414; undefined for any other path. */
    async document(path: string): Promise<Response | undefined> {
      const { metadata } = await serverOf(settings.oauth_issuer!)
      const own = resource()
      const request = new Request(new URL(withResource(path, own), own))
      return oauthMetadataResponse(request, {
        oauthMetadata: metadata,
        resourceServerUrl: own,
        scopesSupported: settings.oauth_scopes,
        resourceName: 'Winnow',
      })
    },
  }
}

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'

/** Clients that leave the path of the resource out mean the same document. */
const withResource = (path: string, { pathname }: URL) =>
  path === PROTECTED_RESOURCE ? PROTECTED_RESOURCE + pathname : path

const cannotCheck = (cause: unknown) =>
  new AppError('unavailable_service', 'The access token cannot be checked now.', {
    cause,
    hint: 'The authorization server does not answer; try again in a moment, with the same token.',
    retryAfter: 10,
  })

/** A refusal in our own shape, with the challenge that tells a client where to get a token. */
function refused(error: OAuthError, options: Parameters<typeof bearerAuthChallengeResponse>[1]): AppError {
  const answer = bearerAuthChallengeResponse(error, options)
  const header = answer.headers.get('www-authenticate')
  return new AppError(answer.status === 403 ? 'forbidden' : 'unauthenticated', error.message, {
    hint: 'Get a token where `WWW-Authenticate` says, or send an API key as `X-API-Key`.',
    ...(header && { headers: { 'WWW-Authenticate': header } }),
  })
}

export type OAuth = ReturnType<typeof createOAuth>
