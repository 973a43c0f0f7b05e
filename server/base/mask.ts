/** Replaces a secret in answers. */
export const MASK = '••••'

const SECRET = /auth|cookie|token|secret|key|password|session|credential/i

/** Looks like a secret by its name, but gives no access. It has to be kept wherever a request is forwarded. */
const NO_SECRET = /^idempotency-key$/i

/** True for a header that probably holds a secret by its name, or that its owner has marked as secret. */
export const isSecretName = (name: string, secretNames: readonly string[] = []) =>
  (SECRET.test(name) && !NO_SECRET.test(name)) ||
  secretNames.some(other => other.toLowerCase() === name.toLowerCase())

/** Returns the headers without those that are secret by their name or that `secretNames` lists. */
export const publicHeaders = <V>(
  headers: Record<string, V>,
  secretNames: readonly string[] | undefined,
): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isSecretName(name, secretNames)))
