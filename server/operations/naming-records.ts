import { AppError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import { MAX_DEPENDANTS } from './dependants.ts'

/** Throws 409 where workflows or crons name a record. */
export async function refuseWhereNamed(
  store: Pick<Store, 'workflows' | 'crons'>,
  accountId: string,
  noun: string,
  id: string,
): Promise<void> {
  for (const kind of ['workflows', 'crons'] as const) {
    const naming = await store[kind].naming(accountId, id, MAX_DEPENDANTS)
    if (naming.length) throw named(kind, noun, naming)
  }
}

const named = (kind: string, noun: string, dependants: string[]) =>
  new AppError('conflict', `Some ${kind} need this ${noun}.`, {
    extra: { dependants },
    hint: `Change or delete these ${kind} first.`,
  })
