import type { Caller } from '../accounts/caller.ts'
import { iso } from '../base/times.ts'
import type { Source } from '../store/accounts/calls.ts'
import type { ApiKey } from '../store/accounts/keys.ts'
import { found } from './resource.ts'
import type { Services } from './services.ts'

/** What work that outlives its call keeps of who called. */
interface StoredCaller {
  account_id: string
  key_id: string
  source: Source
  created_at: number
}

/** The account that created something, with the key that it was created with; what that may do was asked then. */
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
