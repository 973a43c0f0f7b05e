import type { Keys } from '../accounts/keys.ts'
import type { Windows } from '../accounts/windows.ts'
import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import type { Faults } from '../log/uncaught-errors.ts'
import type { Operation, ToolFace } from '../operations/operation.ts'
import type { Services } from '../operations/services.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { RecordCounter } from '../store/record-sizes.ts'

/** A tool as the endpoint of tool clients has it. */
export interface OwnTool {
  face: ToolFace
  operation: Operation
  /** Clients have it by default. */
  isDefault: boolean
  /** As clients see it. */
  listed(): { description?: string | undefined }
}

/** What the admin operations stand on. */
export interface AdminServices extends Services {
  keys: Keys
  windows: Windows
  inFlight: { count(): number }
  faults: Faults
  dataDir: string
  /** The operations that keys may call. */
  data: readonly Operation[]
  /** Looks through the whole store; returns what is damaged, in lines. */
  checkStore(): Promise<string[]>
  recordCounter: RecordCounter
  /** What the owner should know of store and settings. */
  warnings(): string[]
  /** The tools of `/mcp`. */
  tools(): Promise<readonly OwnTool[]>
}

/** The account of that name. Throws 404. */
export async function accountNamed({ store }: Services, name: string): Promise<Account> {
  const account = await store.accounts.findByName(name)
  if (account) return account
  throw new AppError('unknown_resource', `There is no account ${name}.`, {
    hint: `${command`accounts list`} shows them; ${command`keys create --account ${name}`} creates one.`,
  })
}
