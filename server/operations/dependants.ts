import { AppError } from '../base/errors.ts'
import type { Store } from '../store/open-store.ts'

/** Dependants that a refusal lists. */
export const MAX_DEPENDANTS = 20

const refusal = (message: string, dependants: string[], hint: string) =>
  new AppError('conflict', message, { extra: { dependants }, hint })

/** The 409 of what is not deleted, since these jobs and batches need it. */
export const stillNeeded = (noun: string, dependants: string[]) =>
  refusal(`Jobs or batches that wait or run need this ${noun}.`, dependants, 'Cancel them, or let them end.')

/** Throws 409 where records of one kind, in the plural, name another. */
export function refuseWhereUsed(noun: string, kind: string, ids: string[]): void {
  if (ids.length)
    throw refusal(`${kind} need this ${noun}.`, ids, `Change or delete these ${kind.toLowerCase()} first.`)
}

/** Throws 409 where workflows or crons name a record. */
export async function refuseWhereNamed(
  { workflows, crons }: Pick<Store, 'workflows' | 'crons'>,
  accountId: string,
  noun: string,
  id: string,
): Promise<void> {
  refuseWhereUsed(noun, 'Workflows', await workflows.naming(accountId, id, MAX_DEPENDANTS))
  refuseWhereUsed(noun, 'Crons', await crons.naming(accountId, id, MAX_DEPENDANTS))
}
