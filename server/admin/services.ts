import type { Keys } from '../accounts/keys.ts'
import type { Windows } from '../accounts/windows.ts'
import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import type { Faults } from '../log/uncaught-errors.ts'
import type { Operation, ToolFace } from '../operations/operation.ts'
import type { Services } from '../operations/services.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { RecordCounter } from '../store/record-sizes.ts'

/** A tool of the MCP endpoint. */
export interface OwnTool {
  face: ToolFace
  operation: Operation
  /** Offered to clients by default. */
  isDefault: boolean
  /** The tool as clients see it. */
  listed(): { description?: string | undefined }
}

/** What the admin operations need. */
export interface AdminServices extends Services {
  keys: Keys
  windows: Windows
  inFlight: { count(): number }
  faults: Faults
  dataDir: string
  /** The operations that keys may call. */
  data: readonly Operation[]
  /** Checks the whole store; returns the damage, line by line. */
  checkStore(): Promise<string[]>
  recordCounter: RecordCounter
  /** Warnings about the store and the settings. */
  warnings(): string[]
  /** The tools of `/mcp`. */
  tools(): Promise<readonly OwnTool[]>
}

/** Returns the account with that name. Throws 404. */
export async function accountNamed({ store }: Services, name: string): Promise<Account> {
  const account = await store.accounts.findByName(name)
  if (account) return account
  throw new AppError('unknown_resource', `There is no account ${name}.`, {
    hint: `${command`accounts list`} shows them; ${command`keys create --account ${name}`} creates one.`,
  })
}
