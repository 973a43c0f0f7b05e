import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import { flagOf } from '../settings/settings.ts'
import type { Account, LimitName } from '../store/accounts/accounts.ts'

type Named = Pick<Account, 'name'>

/** The command that raises a limit of an account. */
export const raiseCommand = ({ name }: Named, limit: LimitName) =>
  command`accounts set ${name} ${flagOf(limit)} N`

/** What an account that has no credits left can do about it. */
export const creditsHint = ({ name }: Named) =>
  `Grant more: ${command`credits grant N --account ${name}`}, or Credits in the app. On a machine of your own, ${command`accounts set ${name} --unlimited`} makes calls free.`

/** How much of a limit is in use, and how the caller gets on. */
interface Reached {
  limit: LimitName
  pending: number
  /** What has reached it, as a sentence. */
  message: string
  /** What to do but raise it, as the beginning of a sentence. */
  hint: string
  /** Seconds; absent where waiting does not help. */
  retryAfter?: number
}

/** The 429 of an account that has as much under way as one of its limits allows. */
export const limitReached = (
  account: Pick<Account, 'name' | 'limits'>,
  { limit, pending, message, hint, retryAfter }: Reached,
) =>
  new AppError('too_many_calls', message, {
    extra: { pending, limit: account.limits[limit], accepted: 0 },
    hint: `${hint}, or raise the limit: ${raiseCommand(account, limit)}.`,
    ...(retryAfter !== undefined && { retryAfter }),
  })
