import { AppError } from '../base/errors.ts'
import { capitalized } from '../base/fields/labelled.ts'
import type { Store } from '../store/open-store.ts'

/** Maximum number of dependants of each kind that an error lists. */
export const MAX_DEPENDANTS = 20

/** Records that depend on another record: their kinds (plural nouns), their ids, and how to resolve the conflict. */
interface Dependants {
  kinds: string[]
  ids: string[]
  hint: string
}

const isBatch = (id: string) => id.startsWith('bat_')

/** Returns unfinished jobs and batches as dependants: they need the record until they end. */
export const openWork = (ids: string[]): Dependants => ({
  kinds: [
    ...(ids.every(isBatch) ? [] : ['unfinished jobs']),
    ...(ids.some(isBatch) ? ['unfinished batches'] : []),
  ],
  ids,
  hint: 'Cancel the jobs and batches, or let them end.',
})

/** Returns records that refer to another record as dependants. */
export const namedBy = (kind: string, ids: string[]): Dependants => ({
  kinds: [kind],
  ids,
  hint: `Change or delete these ${kind} first.`,
})

/**
 * Throws 409 if other records depend on this one, and lists them: the workflows and crons that refer to it, and the
 * dependants in `more`. Returns a function that does so for those that were written since, inside the transaction of the
 * deletion.
 */
export async function refuseWhereNeeded(
  { workflows, crons }: Pick<Store, 'workflows' | 'crons'>,
  accountId: string,
  { noun, id, more }: { noun: string; id: string; more?: Dependants },
): Promise<(more?: Dependants) => void> {
  const seen = { workflows: new Map(), crons: new Map() }
  refuse(noun, [
    more,
    namedBy('workflows', await workflows.naming(accountId, id, MAX_DEPENDANTS, seen.workflows)),
    namedBy('crons', await crons.naming(accountId, id, MAX_DEPENDANTS, seen.crons)),
  ])
  return later =>
    refuse(noun, [
      later,
      namedBy('workflows', workflows.naming.unseen(accountId, id, seen.workflows)),
      namedBy('crons', crons.naming.unseen(accountId, id, seen.crons)),
    ])
}

function refuse(noun: string, found: readonly (Dependants | undefined)[]): void {
  const all = found.filter(one => one !== undefined).filter(({ ids }) => ids.length)
  if (!all.length) return
  const kinds = listed(all.flatMap(({ kinds }) => kinds))
  throw new AppError('conflict', `${capitalized(kinds)} need this ${noun}.`, {
    extra: { dependants: all.flatMap(({ ids }) => ids) },
    hint: all.map(({ hint }) => hint).join(' '),
  })
}

/** Joins words: `parsers, workflows and crons`. */
const listed = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
