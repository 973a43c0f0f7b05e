import { AppError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'

/** Workflows that a refusal lists. */
const MAX_SHOWN = 20

/** Throws 409 where workflows name a record. */
export async function refuseWhereNamed(
  { workflows }: Pick<Store, 'workflows'>,
  accountId: string,
  noun: string,
  id: string,
): Promise<void> {
  const naming = await workflows.naming(accountId, id, MAX_SHOWN)
  if (!naming.length) return
  throw new AppError('conflict', `Workflows need this ${noun}.`, {
    extra: { dependants: naming },
    hint: 'Change or delete these workflows first.',
  })
}
