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

/** Accepted signature algorithms: never `none`, and none that uses a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_TOLERANCE_S = 5

/** Errors of the token itself. Any other error means that the token could not be checked. */
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

/** The expected issuer and audience of a token, and the issuer's keys. */
export interface TokenRequirements {
  issuer: string
  audience: string[]
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Returns the scopes: `scope` is a text of words, `scp` a list or a text, depending on the issuer. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope ?? scp ?? []].flat().flatMap(words => String(words).split(' '))

/** Verifies a token and returns its content. Throws OAuthError if it is not valid, and 503 if it cannot be checked. */
export async function checkToken(
  token: string,
  { issuer, audience, keys }: TokenRequirements,
): Promise<AuthInfo> {
  const { payload } = await verify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_S,
  }).catch(error => {
    throw REFUSALS.some(refusal => error instanceof refusal) ? notValid() : cannotCheck(error)
  })
  // The library checks the expiry again, without this tolerance.
  const expiresAt = payload.exp! + CLOCK_TOLERANCE_S
  return { token, clientId: subjectOf(payload), scopes: scopesOf(payload), expiresAt }
}

/** Verifies the signature. A token that does not name its key may have been signed with any of the matching keys. */
async function verify(
  token: string,
  keys: TokenRequirements['keys'],
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

/**
 * Returns the subject. The library only checks that required claims are present; a subject that is empty or not a text
 * would share its account with others.
 */
function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub !== 'string' || sub.trim() === '') throw notValid()
  return sub
}

export const INVALID_TOKEN = 'The access token is not valid here.'

const notValid = () => new OAuthError(OAuthErrorCode.InvalidToken, INVALID_TOKEN)

const cannotCheck = (cause: unknown) =>
  new AppError('unavailable_service', 'The access token cannot be checked now.', {
    cause,
    hint: 'The authorization server does not answer; try again in a moment, with the same token.',
    retryAfter: 10,
  })
