import { AppError } from '../../base/errors.ts'

/** The id of an account; throws 400 for what is none. */
export function requireUserId(text: string): string {
  const id = text.trim()
  if (/^[1-9]\d{0,29}$/.test(id)) return id
  throw new AppError('invalid_input', 'This is no id of an account.', {
    field: 'user_id',
    hint: 'Use the digits that `user_id` of a page of posts gives, or `username` with the name.',
  })
}
