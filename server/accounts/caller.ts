import type { Account } from '../store/accounts/accounts.ts'
import type { Source } from '../store/accounts/calls.ts'
import type { ApiKey } from '../store/accounts/keys.ts'

/** Who calls: an account, by one of its keys. */
export interface Caller {
  account: Account
  key: ApiKey
  source: Source
  /** The cron that it calls for. */
  cron_id?: string | undefined
}
