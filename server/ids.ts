import { randomBytes } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/** What an id can stand for; the prefix tells a reader which. */
export type IdPrefix =
  | 'prs'
  | 'fix'
  | 'key'
  | 'acc'
  | 'req'
  | 'job'
  | 'bat'
  | 'db'
  | 'row'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'crn'
  | 'crr'
  | 'wf'
  | 'run'

const POOL = 4_096
let pool = randomBytes(POOL)
let used = 0

/** Random numbers out of a pool: asking the system for each character of an id costs more than all else of it. */
function random(): number {
  if (used === POOL) {
    pool = randomBytes(POOL)
    used = 0
  }
  return pool[used++]! / 256
}

const next = monotonicFactory(random)

/** A new id: prefix, underscore, ULID. Ids of one process sort in the order of their making. */
export const newId = <P extends IdPrefix>(prefix: P, now = Date.now()): `${P}_${string}` =>
  `${prefix}_${next(now)}`
