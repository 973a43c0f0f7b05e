import { LRUCache } from 'lru-cache'
import { AppError } from '../../base/errors.ts'
import { MINUTE } from '../../base/times.ts'
import { toFetchError } from '../fetch-errors.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Clock } from './clock.ts'
import { allowsPath, type RobotsRule, rulesFor } from './robots-rules.ts'

/** The name by which a robots.txt can address Winnow. */
const CRAWLER = 'winnow'

const KEPT_MS = 60 * MINUTE
/** Shorter, for a site that could not serve its robots.txt. */
const FAULT_KEPT_MS = 5 * MINUTE
const KEPT_SITES = 1_000

/** Fetches a robots.txt, following redirects. */
type ReadRobots = (url: string) => Promise<{ status: number; bytes: Uint8Array }>

/** The robots.txt files of sites, each fetched once an hour. */
interface Robots {
  /**
   * Returns if the site lets crawlers fetch the address. `route` separates routes (proxies) on which a site may answer
   * differently. Throws `target_forbidden` if it does not, the reason of the signal, or the error from fetching the
   * robots.txt.
   */
  check(url: URL, way: { read: ReadRobots; route: string; signal: AbortSignal }): Promise<void>
}

/** The rules of a site, or the status of a site that cannot serve its robots.txt for now. */
type Answered = RobotsRule[] | { fault: number }

interface Known {
  rules: Promise<Answered>
  until: number
}

const ALLOW_ALL: RobotsRule[] = []

/** Checks addresses by RFC 9309: a missing robots.txt (4xx) allows everything, a server error (5xx) nothing for now. */
export function createRobots(now: Clock['now']): Robots {
  const known = new LRUCache<string, Known>({ max: KEPT_SITES })

  const ask = (name: string, url: URL, read: ReadRobots): Known => {
    const rules = read(`${url.origin}/robots.txt`).then(({ status, bytes }) => {
      if (status >= 500) entry.until = now() + FAULT_KEPT_MS
      return rulesOf(status, bytes)
    })
    const entry = { rules: rules.catch(allowLoops), until: now() + KEPT_MS }
    entry.rules.catch(() => known.delete(name))
    known.set(name, entry)
    return entry
  }

  return {
    async check(url, { read, route, signal }) {
      const name = `${url.origin} ${route}`
      const fresh = known.get(name)
      const { rules } = fresh && fresh.until > now() ? fresh : ask(name, url, read)
      const asFetchError = (error: unknown) => {
        throw toFetchError(error, url.host)
      }
      const found = await unlessAborted(rules, signal).catch(asFetchError)
      if ('fault' in found) throw unreadable(url.host, found.fault)
      if (!(await allowsPath(found, url, signal).catch(asFetchError))) throw disallowed(url.host)
    },
  }
}

async function rulesOf(status: number, bytes: Uint8Array): Promise<Answered> {
  if (status >= 500) return { fault: status }
  return status >= 200 && status < 300 ? rulesFor(new TextDecoder().decode(bytes), CRAWLER) : ALLOW_ALL
}

/** A robots.txt that only ever redirects counts as missing. */
function allowLoops(error: unknown): RobotsRule[] {
  if (error instanceof AppError && error.code === 'redirects') return ALLOW_ALL
  throw error
}

const disallowed = (host: string) =>
  new AppError('target_forbidden', `The robots.txt of ${host} does not let crawlers fetch this address.`, {
    field: 'url',
    hint: WHY_IT_COUNTS,
  })

/** RFC 9309 says that nothing on such a site may be fetched. */
const unreadable = (host: string, status: number) =>
  new AppError(
    'target_forbidden',
    `The robots.txt of ${host} cannot be read: the site answered HTTP ${status}.`,
    {
      field: 'url',
      hint: `Until it can, nothing there is fetched; try again in ${FAULT_KEPT_MS / MINUTE} minutes. ${WHY_IT_COUNTS}`,
    },
  )

const WHY_IT_COUNTS =
  'Winnow keeps to it because the setting `robots` (WINNOW_ROBOTS), or `fetch.robots` of the parser, is `respect`.'
