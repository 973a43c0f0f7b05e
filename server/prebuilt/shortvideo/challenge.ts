import { sha256 } from '../../base/sha256.ts'
import { createTurns } from '../../base/turns.ts'
import { stringAt } from '../json-walk.ts'

/** Maximum number of characters in a page with a puzzle; such pages have about 2,000. */
const MAX_PAGE_LENGTH = 20_000

/** Maximum number of bytes before the number; puzzles have about 30. */
const MAX_START_BYTES = 256
const DIGEST_BYTES = 32

const LAST_NUMBER = 1_000_000

/** Time limit in milliseconds; a puzzle that takes longer counts as unsolvable. */
const TIME_LIMIT_MS = 15_000

/**
 * Returns the cookies that let a visitor past the platform's puzzle, as `name=value`, or none if the page has no puzzle or
 * it has no solution. The data is in the classes of empty elements, by id: `cs` the puzzle, `wci` the name of the cookie for
 * its solution, `rci` and `rs` the name and value of another cookie. Throws the reason of `signal`.
 */
export async function challengeCookies(html: string, signal: AbortSignal): Promise<string[]> {
  if (html.length > MAX_PAGE_LENGTH) return []
  const [puzzle, name, otherName, other] = ['cs', 'wci', 'rci', 'rs'].map(id => classOf(html, id))
  const solution = puzzle && name ? await solvePuzzle(puzzle, signal) : null
  if (!solution) return []
  return [`${name}=${solution}`, ...(otherName && other ? [`${otherName}=${other}`] : [])]
}

function classOf(html: string, id: string): string | undefined {
  const [tag = ''] = new RegExp(`<[a-z][^<>]*\\sid=["']?${id}["'\\s>/][^<>]*`, 'i').exec(html) ?? []
  return /\bclass=["']?([^"'\s>]+)/i.exec(tag)?.[1]
}

/** Returns the puzzle with the number that solves it as the value of the cookie: JSON in base64. */
async function solvePuzzle(puzzle: string, signal: AbortSignal): Promise<string | null> {
  const task = parseOrNull(Buffer.from(puzzle, 'base64').toString('utf8'))
  const start = Buffer.from(stringAt(task, 'v.a') ?? '', 'base64')
  const digest = Buffer.from(stringAt(task, 'v.c') ?? '', 'base64')
  const isPuzzle = start.length <= MAX_START_BYTES && digest.length === DIGEST_BYTES
  const number = isPuzzle ? await findNumber(start, digest, signal) : null
  if (number === null) return null
  const answer = { ...(task as object), d: Buffer.from(`${number}`).toString('base64') }
  return Buffer.from(JSON.stringify(answer)).toString('base64')
}

/**
 * Returns the number whose digits, appended to the bytes of `start`, have the digest `digest`; null if none is found in
 * time.
 */
async function findNumber(start: Buffer, digest: Buffer, signal: AbortSignal): Promise<number | null> {
  const bytes = Buffer.concat([start, Buffer.alloc(`${LAST_NUMBER}`.length)])
  const deadline = performance.now() + TIME_LIMIT_MS
  const turns = createTurns()
  for (let number = 0; number <= LAST_NUMBER; number++) {
    const digits = bytes.write(`${number}`, start.length, 'latin1')
    if (sha256(bytes.subarray(0, start.length + digits)).equals(digest)) return number
    if (!turns.isOver()) continue
    await turns.next()
    signal.throwIfAborted()
    if (performance.now() > deadline) return null
  }
  return null
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
