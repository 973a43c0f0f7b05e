import { AppError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import { MAX_DEPENDANTS } from './dependants.ts'

/** Throws 409 where workflows name a record. */
export async function refuseWhereNamed(
  { workflows }: Pick<Store, 'workflows'>,
  accountId: string,
  noun: string,
  id: string,
): Promise<void> {
  const naming = await workflows.naming(accountId, id, MAX_DEPENDANTS)
  if (!naming.length) return
  throw new AppError('conflict', `Workflows need this ${noun}.`, {
    extra: { dependants: naming },
    hint: 'Change or delete these workflows first.',
  })
}
