/** What stands in answers for a secret. */
export const MASK = '••••'

const SECRET = /auth|cookie|token|secret|key|password|session|credential/i

/** True for the name of a header whose value is probably a secret, or that its owner has marked as one. */
export const isSecretName = (name: string, marked: readonly string[] = []) =>
  SECRET.test(name) || marked.some(other => other.toLowerCase() === name.toLowerCase())
