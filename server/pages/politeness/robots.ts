import { LRUCache } from 'lru-cache'
import { AppError } from '../../base/errors.ts'
import { MINUTE } from '../../base/times.ts'
import { decodeText } from '../charset.ts'
import { toFetchError } from '../fetch/fetch-errors.ts'
import { unlessAborted } from '../fetch/unless-aborted.ts'
import type { Clock } from './clock.ts'
import { allowsPath, type RobotsRule, rulesFor } from './robots-rules.ts'

/** The name by which a robots.txt can address Winnow. */
const CRAWLER = 'winnow'

const CACHE_MS = 60 * MINUTE
/** Shorter, for a site that could not serve its robots.txt. */
const FAULT_CACHE_MS = 5 * MINUTE
const MAX_CACHED_SITES = 1_000

/** Fetches a robots.txt, following redirects. */
type ReadRobots = (url: string) => Promise<{ status: number; bytes: Uint8Array }>

/** The robots.txt files of sites, each fetched once an hour. */
interface Robots {
  /**
   * Returns if the site lets crawlers fetch the address. `route` separates routes (proxies) on which a site may answer
   * differently. Throws `target_forbidden` if it does not, the reason of the signal, or the error from fetching the
   * robots.txt.
   */
  check(url: URL, access: { read: ReadRobots; route: string; signal: AbortSignal }): Promise<void>
}

/** The rules of a site, or the status of a site that cannot serve its robots.txt for now. */
type RobotsAnswer = RobotsRule[] | { fault: number }

interface CachedRobots {
  rules: Promise<RobotsAnswer>
  until: number
}

const ALLOW_ALL: RobotsRule[] = []

/** The encoding of RFC 9309. Some files are UTF-16, with a byte order mark. */
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Checks addresses by RFC 9309: a missing robots.txt (4xx) allows everything, a server error (5xx) nothing for now. */
export function createRobots(now: Clock['now']): Robots {
  const cache = new LRUCache<string, CachedRobots>({ max: MAX_CACHED_SITES })

  const fetchRules = (name: string, url: URL, read: ReadRobots): CachedRobots => {
    const rules = read(`${url.origin}/robots.txt`).then(({ status, bytes }) => {
      if (status >= 500) entry.until = now() + FAULT_CACHE_MS
      return rulesOf(status, bytes)
    })
    const entry = { rules: rules.catch(allowIfLoop), until: now() + CACHE_MS }
    entry.rules.catch(() => cache.delete(name))
    cache.set(name, entry)
    return entry
  }

  return {
    async check(url, { read, route, signal }) {
      const name = `${url.origin} ${route}`
      const cached = cache.get(name)
      const { rules } = cached && cached.until > now() ? cached : fetchRules(name, url, read)
      const asFetchError = (thrown: unknown) => {
        const error = toFetchError(thrown, url.host)
        throw isUnread(error) ? unread(url.host, error) : error
      }
      const found = await unlessAborted(rules, signal).catch(asFetchError)
      if ('fault' in found) throw unreadable(url.host, found.fault)
      if (!(await allowsPath(found, url, signal).catch(asFetchError))) throw disallowed(url.host)
    },
  }
}

async function rulesOf(status: number, bytes: Uint8Array): Promise<RobotsAnswer> {
  if (status >= 500) return { fault: status }
  return status >= 200 && status < 300 ? rulesFor(decodeText(bytes, TEXT_TYPE), CRAWLER) : ALLOW_ALL
}

/** A robots.txt that only ever redirects counts as missing. */
function allowIfLoop(error: unknown): RobotsRule[] {
  if (error instanceof AppError && error.code === 'redirects') return ALLOW_ALL
  throw error
}

const disallowed = (host: string) =>
  new AppError('target_forbidden', `The robots.txt of ${host} does not let crawlers fetch this address.`, {
    field: 'url',
    hint: ROBOTS_HINT,
  })

/** RFC 9309 says that nothing on such a site may be fetched. */
const unreadable = (host: string, status: number) =>
  new AppError(
    'target_forbidden',
    `The robots.txt of ${host} cannot be read: the site answered HTTP ${status}.`,
    {
      field: 'url',
      hint: `Until it can, nothing there is fetched; try again in ${FAULT_CACHE_MS / MINUTE} minutes. ${ROBOTS_HINT}`,
    },
  )

const isUnread = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'cancelled'

/** Says that an error is about the robots.txt: otherwise it would seem to be about the page. */
const unread = (host: string, { code, message, facts }: AppError) =>
  new AppError(code, `The robots.txt of ${host} could not be read: ${message}`, {
    ...facts,
    hint: [facts.hint, ROBOTS_HINT].filter(Boolean).join(' '),
  })

const ROBOTS_HINT =
  'Winnow keeps to it because the setting `robots` (WINNOW_ROBOTS), or `fetch.robots` of the parser, is `respect`.'
