import { randomBytes } from 'node:crypto'
import { incrementBase32, ulid } from 'ulid'

/** Prefixes of ids, one for each kind of record. */
type IdPrefix =
  | 'prs'
  | 'fix'
  | 'key'
  | 'acc'
  | 'req'
  | 'ses'
  | 'sgn'
  | 'srq'
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
  | 'wrt'
  | 'tsk'
  | 'pag'
  | 'wkr'

const POOL = 4_096
let pool = randomBytes(POOL)
let used = 0

/** Returns a random number from a pool of random bytes: asking the system for each character would be the most expensive part of an id. */
function random(): number {
  if (used === POOL) {
    pool = randomBytes(POOL)
    used = 0
  }
  return pool[used++]! / 256
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PAIRS = [...DIGITS].flatMap(high => [...DIGITS].map(low => high + low))
const COUNTED = 4
const MOST = PAIRS.length ** 2 - 1

let time = 0
let head = ''
let count = 0

/**
 * Returns one ULID per millisecond, and counts up within it. The library increments character by character, which takes ten
 * times as long.
 */
function next(now: number): string {
  if (now > time) {
    time = now
    count = 0
    head = ulid(now, random).slice(0, -COUNTED)
  } else if (count++ === MOST) {
    count = 0
    head = incrementBase32(head)
  }
  return `${head}${PAIRS[count >> 10]}${PAIRS[count & 1_023]}`
}

/** Creates an id: prefix, underscore, ULID. Ids of one process sort in the order of their creation. */
export const newId = <P extends IdPrefix>(prefix: P, now = Date.now()): `${P}_${string}` =>
  `${prefix}_${next(now)}`
