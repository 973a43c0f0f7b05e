import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'
import {
  type createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import { AppError } from '../base/errors.ts'

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

/** Who may have issued a token, and for whom. */
export interface Expected {
  issuer: string
  audience: string[]
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** `scope` as a text of words, or `scp` as a list or a text: issuers differ. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope ?? scp ?? []].flat().flatMap(words => String(words).split(' '))

/** What a token says, once it is known to be right. Throws OAuthError where it is not, 503 where that cannot be checked. */
export async function checkToken(token: string, { issuer, audience, keys }: Expected): Promise<AuthInfo> {
  const { payload } = await verify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_S,
  }).catch(error => {
    throw REFUSALS.some(refusal => error instanceof refusal) ? notValid() : cannotCheck(error)
  })
  // Whoever looks at the expiry again knows no tolerance.
  const expiresAt = payload.exp! + CLOCK_TOLERANCE_S
  return { token, clientId: subjectOf(payload), scopes: scopesOf(payload), expiresAt }
}

/** A token that does not name its key may have been signed with any of those that fit. */
async function verify(
  token: string,
  keys: Expected['keys'],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch(whenSignedOtherwise)
      if (verified) return verified
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

function whenSignedOtherwise(error: unknown): undefined {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
}

/** Required claims are only checked to be there; a subject that is not a text of its own would share one account with others. */
function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub !== 'string' || sub.trim() === '') throw notValid()
  return sub
}

const notValid = () => new OAuthError(OAuthErrorCode.InvalidToken, 'The access token is not valid here.')

const cannotCheck = (cause: unknown) =>
  new AppError('unavailable_service', 'The access token cannot be checked now.', {
    cause,
    hint: 'The authorization server does not answer; try again in a moment, with the same token.',
    retryAfter: 10,
  })
