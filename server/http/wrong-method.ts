import { AppError } from '../base/errors.ts'

/** The error for a method that a path does not have. `allow` lists those that it has. */
export const wrongMethod = (allow: readonly string[], hint: string) =>
  new AppError('method_not_allowed', 'This path does not support this method.', {
    hint,
    headers: { Allow: allow.join(', ') },
  })
