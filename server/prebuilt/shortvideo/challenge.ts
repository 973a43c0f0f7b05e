import { stringAt } from '../json-walk.ts'

/** A page with a puzzle has some two thousand characters. */
const LONGEST = 20_000

/** What the number is put behind has some thirty bytes. */
const LONGEST_START = 256
const DIGEST_BYTES = 32

const LAST_NUMBER = 1_000_000
const AT_ONCE = 100

/**
 * The cookies that let a visitor past the platform's puzzle, as `name=value`; none where the page holds no puzzle or it
 * has no solution. Elements without text carry everything in their class: `cs` the puzzle, `wci` the name of the
 * cookie for its solution, `rci` and `rs` the name and value of one more.
 */
export async function challengeCookies(html: string): Promise<string[]> {
  if (html.length > LONGEST) return []
  const [puzzle, name, otherName, other] = ['cs', 'wci', 'rci', 'rs'].map(id => classOf(html, id))
  const solution = puzzle && name ? await solved(puzzle) : null
  if (!solution) return []
  return [`${name}=${solution}`, ...(otherName && other ? [`${otherName}=${other}`] : [])]
}

function classOf(html: string, id: string): string | undefined {
  const [tag = ''] = new RegExp(`<[a-z][^<>]*\\sid=["']?${id}["'\\s>/][^<>]*`, 'i').exec(html) ?? []
  return /\bclass=["']?([^"'\s>]+)/i.exec(tag)?.[1]
}

/** The puzzle with the number that solves it, as the cookie wants it: base64 of JSON. */
async function solved(puzzle: string): Promise<string | null> {
  const task = parsed(Buffer.from(puzzle, 'base64').toString('utf8'))
  const start = Buffer.from(stringAt(task, 'v.a') ?? '', 'base64')
  const wanted = Buffer.from(stringAt(task, 'v.c') ?? '', 'base64')
  const isPuzzle = start.length <= LONGEST_START && wanted.length === DIGEST_BYTES
  const number = isPuzzle ? await numberFor(start, wanted) : null
  if (number === null) return null
  const answer = { ...(task as object), d: Buffer.from(`${number}`).toString('base64') }
  return Buffer.from(JSON.stringify(answer)).toString('base64')
}

/** The number whose digits, after the bytes of `start`, have the digest `wanted`. The digests are made off the main thread. */
async function numberFor(start: Buffer, wanted: Buffer): Promise<number | null> {
  for (let first = 0; first <= LAST_NUMBER; first += AT_ONCE) {
    const digests = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        sha256(Buffer.concat([start, Buffer.from(`${first + index}`)])),
      ),
    )
    const found = digests.findIndex(digest => digest.equals(wanted))
    if (found !== -1) return first + found
  }
  return null
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
