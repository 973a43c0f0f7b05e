import { AppError } from '../base/errors.ts'
import { capitalized } from '../base/fields/labelled.ts'
import type { Store } from '../store/open-store.ts'

/** Dependants of a kind that a refusal lists. */
export const MAX_DEPENDANTS = 20

/** Records that need another record: of what kinds they are, in the plural, and how to fix it. */
interface Dependants {
  kinds: string[]
  ids: string[]
  hint: string
}

const isBatch = (id: string) => id.startsWith('bat_')

/** Jobs and batches that need a record until they end. */
export const openWork = (ids: string[]): Dependants => ({
  kinds: [
    ...(ids.every(isBatch) ? [] : ['unfinished jobs']),
    ...(ids.some(isBatch) ? ['unfinished batches'] : []),
  ],
  ids,
  hint: 'Cancel the jobs and batches, or let them end.',
})

/** Records that name another one. */
export const namedBy = (kind: string, ids: string[]): Dependants => ({
  kinds: [kind],
  ids,
  hint: `Change or delete these ${kind} first.`,
})

/** Throws 409 that lists all that needs a record: workflows and crons that name it, and what its own kind knows of. */
export async function refuseWhereNeeded(
  { workflows, crons }: Pick<Store, 'workflows' | 'crons'>,
  accountId: string,
  { noun, id, more }: { noun: string; id: string; more?: Dependants },
): Promise<void> {
  const all = [
    ...(more ? [more] : []),
    namedBy('workflows', await workflows.naming(accountId, id, MAX_DEPENDANTS)),
    namedBy('crons', await crons.naming(accountId, id, MAX_DEPENDANTS)),
  ].filter(({ ids }) => ids.length)
  if (!all.length) return
  const kinds = listed(all.flatMap(({ kinds }) => kinds))
  throw new AppError('conflict', `${capitalized(kinds)} need this ${noun}.`, {
    extra: { dependants: all.flatMap(({ ids }) => ids) },
    hint: all.map(({ hint }) => hint).join(' '),
  })
}

/** `parsers, workflows and crons`. */
const listed = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
