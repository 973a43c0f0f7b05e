import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import { flagOf } from '../settings/settings.ts'
import type { Account, LimitName } from '../store/accounts/accounts.ts'

type NamedAccount = Pick<Account, 'name'>

/** Returns the command that raises a limit of an account. */
export const raiseCommand = ({ name }: NamedAccount, limit: LimitName) =>
  command`accounts set ${name} ${flagOf(limit)} N`

/** Returns the hint for an account that has too few credits. */
export const creditsHint = ({ name }: NamedAccount) =>
  `Grant more: ${command`credits grant N --account ${name}`}, or Credits in the app. On a machine of your own, ${command`accounts set ${name} --unlimited`} makes calls free.`

/** A limit that was reached, and what the caller can do. */
interface ReachedLimit {
  limit: LimitName
  pending: number
  /** What has reached the limit, as a sentence. */
  message: string
  /** What to do instead of raising the limit, as the beginning of a sentence. */
  hint: string
  /** In seconds; absent if waiting does not help. */
  retryAfter?: number
}

/** Returns the 429 for an account that has reached one of its limits. */
export const limitReached = (
  account: Pick<Account, 'name' | 'limits'>,
  { limit, pending, message, hint, retryAfter }: ReachedLimit,
) =>
  new AppError('too_many_calls', message, {
    extra: { pending, limit: account.limits[limit], accepted: 0 },
    hint: `${hint}, or raise the limit: ${raiseCommand(account, limit)}.`,
    ...(retryAfter !== undefined && { retryAfter }),
  })
