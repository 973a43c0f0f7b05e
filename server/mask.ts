/** What stands in answers for a secret. */
export const MASK = '••••'

const SECRET = /auth|cookie|token|secret|key|password|session|credential/i

/** True for the name of a header whose value is probably a secret. */
export const isSecretName = (name: string) => SECRET.test(name)
