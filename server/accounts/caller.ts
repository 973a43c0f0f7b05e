import type { Account } from '../store/accounts/accounts.ts'
import type { Source } from '../store/accounts/calls.ts'
import type { ApiKey } from '../store/accounts/keys.ts'

/** The account that calls, and the key that it uses. */
export interface Caller {
  account: Account
  key: ApiKey
  source: Source
  /** The cron that the call is made for. */
  cron_id?: string | undefined
}
