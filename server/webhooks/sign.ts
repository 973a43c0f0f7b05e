import { createHmac, randomBytes } from 'node:crypto'

/** Creates a secret, which is shown once. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64url')}`

/** Returns the HMAC-SHA256 of `timestamp.body` in hex. `timestamp` is in seconds since 1970. */
export const signatureOf = (secret: string, timestamp: number, body: string) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
