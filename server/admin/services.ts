import type { Keys } from '../accounts/keys.ts'
import type { Operation } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import type { Services } from '../operations/services.ts'
import type { Account } from '../store/accounts.ts'

/** What the admin operations stand on. */
export interface AdminServices extends Services {
  keys: Keys
  inFlight: { count(): number }
  dataDir: string
  /** The operations that keys may call. */
  data: readonly Operation[]
  address(): string
}

/** The account of that name. Throws 404. */
export const accountNamed = async ({ store }: Services, name: string): Promise<Account> =>
  found(await store.accounts.findByName(name))
