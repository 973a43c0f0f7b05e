import { monotonicFactory } from 'ulid'

/** What an id can stand for; the prefix tells a reader which. */
export type IdPrefix = 'prs' | 'key' | 'acc' | 'req' | 'ent'

const next = monotonicFactory()

/** A new id: prefix, underscore, ULID. Ids of one process sort in the order of their making. */
export const newId = <P extends IdPrefix>(prefix: P, now = Date.now()): `${P}_${string}` => `${prefix}_${next(now)}`

/** The same ULID under another prefix, so that one row is made from another at most once. */
export const sameId = (prefix: IdPrefix, id: string) => `${prefix}_${id.slice(id.indexOf('_') + 1)}`
