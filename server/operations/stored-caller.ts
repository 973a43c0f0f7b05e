import type { Caller } from '../accounts/caller.ts'
import { iso } from '../base/times.ts'
import type { Source } from '../store/accounts/calls.ts'
import type { ApiKey } from '../store/accounts/keys.ts'
import { found } from './resource.ts'
import type { Services } from './services.ts'

/** What is stored about the caller of work that continues after its call. */
interface StoredCaller {
  account_id: string
  key_id: string
  source: Source
  created_at: number
}

/**
 * Returns the caller that created a record, with its account and key. The permissions of the key were checked when the record
 * was created.
 */
export async function storedCaller({ store }: Pick<Services, 'store'>, row: StoredCaller): Promise<Caller> {
  const account = found(await store.accounts.find(row.account_id))
  const key: ApiKey = {
    id: row.key_id,
    account_id: row.account_id,
    name: '',
    prefix: '',
    last4: '',
    scopes: ['run'],
    active: true,
    monthly_cap: null,
    origin: null,
    expires_at: null,
    last_used_at: null,
    created_at: iso(row.created_at),
  }
  return { account, key, source: row.source }
}
