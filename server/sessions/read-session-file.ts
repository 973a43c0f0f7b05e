import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { parseForeignJson } from '../base/text/parse-in-pieces.ts'
import { TURN_SIZE } from '../base/turns.ts'
import type { Cookie } from '../pages/cookie-jar.ts'
import { coversHost, type HostPattern, reachesHost } from '../pages/sessions/host-patterns.ts'
import {
  MAX_ORIGINS,
  MAX_SESSION_COOKIES,
  MAX_STORAGE_LENGTH,
  type OriginStorage,
  type SessionState,
  sizeOfStorage,
} from '../pages/sessions/session.ts'
import type { FileContent } from './file-content.ts'
import { readCookiesTxt } from './read-cookies-txt.ts'
import { readJsonState } from './read-json-state.ts'

/** What was read from a file, and what was left out. */
interface SessionFile {
  state: SessionState
  /** Number of expired cookies. */
  expired: number
  /** Hosts that the session is not for, with the number of their cookies and origins in the file, most first. */
  otherHosts: { host: string; entries: number }[]
  /** The first entries that could not be read. */
  problems: { at: string; reason: string }[]
}

export const MAX_FILE_BYTES = 2_097_152
const MAX_PROBLEMS = 50

/**
 * Reads what a browser extension, curl or Playwright exported, for the hosts that `hostsNow` returns after the file is parsed:
 * they may change meanwhile. Throws 400 with a hint.
 */
export async function readSessionFile(
  bytes: Uint8Array,
  hostsNow: () => readonly HostPattern[],
  now: number,
): Promise<SessionFile> {
  const { cookies, origins } = await contentOf(new TextDecoder().decode(bytes).trim())
  const hosts = hostsNow()
  const others = new Map<string, number>()
  const isOurs = (host: string, reaches: boolean) => {
    if (reaches) return true
    others.set(host, (others.get(host) ?? 0) + 1)
    return false
  }
  const readCookies = cookies.map(({ read }) => read).filter(isRead)
  const own = readCookies.filter(cookie => isOurs(cookie.host, reachesHost(cookie, hosts)))
  const storage = origins.map(({ read }) => read).filter(isRead)
  const state = {
    cookies: own.filter(({ expiresAt }) => expiresAt > now),
    storage: storage.filter(({ origin }) => {
      const { hostname } = new URL(origin)
      return isOurs(hostname, coversHost(hosts, hostname))
    }),
  }
  assertWithinLimits(state)
  return {
    state,
    expired: own.length - state.cookies.length,
    otherHosts: [...others]
      .map(([host, entries]) => ({ host, entries }))
      .sort((a, b) => b.entries - a.entries),
    problems: [...cookies, ...origins]
      .flatMap(({ at, read }) => (typeof read === 'string' ? [{ at, reason: read }] : []))
      .slice(0, MAX_PROBLEMS),
  }
}

const isRead = <T extends Cookie | OriginStorage>(read: T | string): read is T => typeof read !== 'string'

async function contentOf(text: string): Promise<FileContent> {
  if (!/^[[{]/.test(text)) return readCookiesTxt(text)
  const content = readJsonState(await parseJson(text))
  if (content) return content
  throw notKnown('It has neither a list of cookies nor `cookies` and `origins`.')
}

/** Parses in pieces, so that other calls are served meanwhile, and refuses JSON that exceeds the limits of a body. */
async function parseJson(text: string): Promise<unknown> {
  const json = Buffer.from(text)
  try {
    return await parseForeignJson(json)
  } catch (error) {
    if (error instanceof AppError) throw notKnown('It is nested too deeply, or has too many values.')
    const place = json.length > TURN_SIZE ? '' : placeIn(error as Error)
    throw notKnown(`It is not valid JSON${place}.`)
  }
}

/**
 * Returns only the position: the message of a syntax error quotes the text around it, which may be part of a cookie. The
 * position in a large file would be that in one of its pieces.
 */
function placeIn({ message }: Error): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return line === undefined ? '' : `, at line ${line}, column ${column}`
}

const notKnown = (why: string) =>
  new AppError('invalid_input', `The file cannot be read. ${why}`, {
    field: 'file',
    hint: 'Send a cookies.txt, the JSON of a cookie editor, or the storage state of Playwright.',
  })

function assertWithinLimits({ cookies, storage }: SessionState): void {
  const refuse = (what: string, most: number) => {
    throw new AppError(
      'invalid_input',
      `The file has more than ${groupDigits(most)} ${what} of these hosts.`,
      {
        field: 'file',
        hint: 'Export the cookies of this site alone, or name fewer hosts.',
      },
    )
  }
  if (cookies.length > MAX_SESSION_COOKIES) refuse('cookies', MAX_SESSION_COOKIES)
  if (storage.length > MAX_ORIGINS) refuse('origins', MAX_ORIGINS)
  if (sizeOfStorage(storage) > MAX_STORAGE_LENGTH) refuse('characters of local storage', MAX_STORAGE_LENGTH)
}
