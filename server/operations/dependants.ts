import { AppError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'

/** Dependants that a refusal lists. */
export const MAX_SHOWN = 20

/** The refusal of a deletion, with what needs the record. */
export const stillNeeded = (what: string, ids: readonly string[], hint: string) =>
  new AppError('conflict', what, { extra: { dependants: ids }, hint })

/** Throws 409 where workflows or crons name a record. */
export async function refuseWhereNamed(
  { workflows, crons }: Pick<Store, 'workflows' | 'crons'>,
  accountId: string,
  noun: string,
  id: string,
): Promise<void> {
  const naming = await workflows.naming(accountId, id, MAX_SHOWN)
  if (naming.length)
    throw stillNeeded(`Workflows need this ${noun}.`, naming, 'Change or delete these workflows first.')
  const running = await crons.naming(accountId, id, MAX_SHOWN)
  if (running.length)
    throw stillNeeded(`Crons need this ${noun}.`, running, 'Change or delete these crons first.')
}
