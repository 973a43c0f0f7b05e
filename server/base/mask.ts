/** What stands in answers for a secret. */
export const MASK = '••••'

const SECRET = /auth|cookie|token|secret|key|password|session|credential/i

/** It opens nothing, and has to go along wherever a request is sent on to. */
const NO_SECRET = /^idempotency-key$/i

/** True for the name of a header whose value is probably a secret, or that its owner has marked as one. */
export const isSecretName = (name: string, marked: readonly string[] = []) =>
  (SECRET.test(name) && !NO_SECRET.test(name)) ||
  marked.some(other => other.toLowerCase() === name.toLowerCase())

/** Headers that anybody may get: without those that are secret by their name, or by one of the `marked` names. */
export const openHeaders = <V>(
  headers: Record<string, V>,
  marked: readonly string[] | undefined,
): Record<string, V> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isSecretName(name, marked)))
