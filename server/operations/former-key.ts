import type { ApiKey } from '../store/keys.ts'
import { iso } from '../times.ts'

/** A key for what was begun with one that need not be there any more; times in milliseconds. */
export const formerKey = (made: { key_id: string; account_id: string; created_at: number }): ApiKey => ({
  id: made.key_id,
  account_id: made.account_id,
  name: '',
  prefix: '',
  last4: '',
  scopes: ['run'],
  active: true,
  monthly_cap: null,
  expires_at: null,
  last_used_at: null,
  created_at: iso(made.created_at),
})
