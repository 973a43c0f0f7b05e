import { LRUCache } from 'lru-cache'
import { AppError } from '../../base/errors.ts'
import { MINUTE } from '../../base/times.ts'
import { toFetchError } from '../fetch-errors.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Clock } from './clock.ts'
import { allowsPath, type RobotsRule, rulesFor } from './robots-rules.ts'

/** The name under which sites can address Winnow in their robots.txt. */
const CRAWLER = 'winnow'

const KEPT_MS = 60 * MINUTE
/** A site that has no answer for now is asked again sooner. */
const FAULT_KEPT_MS = 5 * MINUTE
const KEPT_SITES = 1_000

/** Gets a robots.txt, redirects followed. */
type ReadRobots = (url: string) => Promise<{ status: number; bytes: Uint8Array }>

/** What a site's robots.txt says, asked once an hour. */
interface Robots {
  /**
   * Passes an address that its site lets crawlers fetch; `route` tells apart ways on which sites may answer differently.
   * Throws `target_forbidden` for any other, the signal's reason, or what went wrong on the way to the robots.txt.
   */
  check(url: URL, way: { read: ReadRobots; route: string; signal: AbortSignal }): Promise<void>
}

/** What it allows; or the status of a site that cannot give it for now. */
type Answered = RobotsRule[] | { fault: number }

interface Known {
  rules: Promise<Answered>
  until: number
}

const ALLOW_ALL: RobotsRule[] = []

/** Robots.txt by RFC 9309: absent (4xx) allows all, a fault of the site's (5xx) nothing for now. */
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

/** A robots.txt that is only ever elsewhere counts as absent. */
function allowLoops(error: unknown): RobotsRule[] {
  if (error instanceof AppError && error.code === 'redirects') return ALLOW_ALL
  throw error
}

const disallowed = (host: string) =>
  new AppError('target_forbidden', `The robots.txt of ${host} does not let crawlers fetch this address.`, {
    field: 'url',
    hint: WHY_IT_COUNTS,
  })

/** By RFC 9309 such a site lets nobody in. */
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
