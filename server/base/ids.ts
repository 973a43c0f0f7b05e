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

const POOL_BYTES = 4_096
let pool = randomBytes(POOL_BYTES)
let usedBytes = 0

/** Returns a random number from a pool of random bytes: asking the system for each character would be the most expensive part of an id. */
function random(): number {
  if (usedBytes === POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    usedBytes = 0
  }
  return pool[usedBytes++]! / 256
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PAIRS = [...DIGITS].flatMap(high => [...DIGITS].map(low => high + low))
const COUNTER_LENGTH = 4
const MAX_COUNT = PAIRS.length ** 2 - 1

let lastTime = 0
let ulidHead = ''
let count = 0

/**
 * Returns one ULID per millisecond, and counts up within it. The library increments character by character, which takes ten
 * times as long.
 */
function nextUlid(now: number): string {
  if (now > lastTime) {
    lastTime = now
    count = 0
    ulidHead = ulid(now, random).slice(0, -COUNTER_LENGTH)
  } else if (count++ === MAX_COUNT) {
    count = 0
    ulidHead = incrementBase32(ulidHead)
  }
  return `${ulidHead}${PAIRS[count >> 10]}${PAIRS[count & 1_023]}`
}

/** Creates an id: prefix, underscore, ULID. Ids of one process sort in the order of their creation. */
export const newId = <P extends IdPrefix>(prefix: P, now = Date.now()): `${P}_${string}` =>
  `${prefix}_${nextUlid(now)}`
