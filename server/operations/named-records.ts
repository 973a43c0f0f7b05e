import { AppError } from '../base/errors.ts'
import type { Services } from './services.ts'

/** A record that another one names; without an id, none is named. */
export interface NamedRecord {
  /** Such as `parser`. */
  noun: string
  id: string | null | undefined
}

/** Returns null, undefined or false if an account has no record with that id. Works inside a transaction. */
type Lookup = (accountId: string, id: string) => unknown

const LOOKUPS = new Map<string, (store: Services['store']) => Lookup>([
  ['batch', store => store.batches.isThere],
  ['database', store => store.databases.read],
  ['parser', store => store.parsers.isThere],
  ['webhook', store => store.webhooks.read],
  ['workflow', store => store.workflows.isThere],
])

/** Whether an account has a record. Works inside a transaction. */
export const isThere = (store: Services['store'], accountId: string, noun: string, id: string): boolean =>
  Boolean(LOOKUPS.get(noun)?.(store)(accountId, id))

/**
 * Throws 409 if a named record was deleted since a call has found it. Call it inside the transaction that writes what names the
 * records: from then on, they cannot be deleted.
 */
export function assertStillThere(
  store: Services['store'],
  accountId: string,
  named: readonly NamedRecord[],
): void {
  const missing = named.find(({ noun, id }) => id != null && !isThere(store, accountId, noun, id))
  if (missing)
    throw new AppError('conflict', `The ${missing.noun} was deleted in the meantime.`, {
      hint: 'Restore it within 7 days, or name another.',
    })
}
