import { LRUCache } from 'lru-cache'
import { command } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import { MINUTE } from '../../base/times.ts'
import { maskProxy, splitProxies } from '../../settings/proxy-address.ts'
import { proxyEndpoint } from './endpoint.ts'
import type { ProxyChoice } from './proxies.ts'
import { ProxyError } from './proxy-errors.ts'

/** The proxies that a request may use: one address, or several that are used in turn. */
export interface ProxyList {
  addresses: string
  trusted: boolean
}

/** The proxy choice of one fetch. It stays with one proxy unless that fails. */
export interface ProxySelection {
  list: ProxyList
  /** The proxy to use now. Throws `connection` if all are resting. */
  current(): ProxyChoice
  /**
   * Records that a request through the current proxy failed. Returns true if another proxy of the list should be tried at
   * once.
   */
  failed(error: unknown): boolean
  worked(): void
}

/** The state of a proxy, as the owner sees it. */
interface ProxyState {
  /** The address with user name and password hidden. */
  address: string
  /** When the proxy will be used again, in milliseconds since 1970; null if it is not resting. */
  rests_until: number | null
  /** Failures since it last worked. */
  failures: number
  /** The latest error; null if the proxy works. */
  error: string | null
}

/** Chooses the next proxy of a list and tracks which ones are resting. */
export interface ProxyRotation {
  /**
   * `stick` is a name whose fetches keep using the same proxy while it is not resting. Needed by sites that have set
   * cookies.
   */
  begin(list: ProxyList, stick?: string): ProxySelection
  states(list: ProxyList): ProxyState[]
  /** Ends every rest, because the owner has looked after the proxies. */
  wake(): void
}

interface ProxyRotationDependencies {
  now(): number
  /** Receives a sentence (without passwords) when a proxy begins to rest. */
  log?(sentence: string): void
}

interface ProxyRest {
  until: number
  failures: number
  error: string
}

/** The first rest. Each further failure doubles it. */
const FIRST_REST_MS = MINUTE
const MAX_REST_MS = 30 * MINUTE

/** How many proxies, lists and names are remembered. Beyond that, the least recently used is forgotten. */
const MAX_REMEMBERED = 1_000

export function createProxyRotation({ now, log }: ProxyRotationDependencies): ProxyRotation {
  const rests = new LRUCache<string, ProxyRest>({ max: MAX_REMEMBERED })
  const nextIndexes = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const stickyProxies = new LRUCache<string, string>({ max: MAX_REMEMBERED })

  const keyOf = (address: string, { trusted }: ProxyList) => `${trusted} ${address}`
  const restOf = (address: string, list: ProxyList) => rests.get(keyOf(address, list))
  const isResting = (address: string, list: ProxyList) => (restOf(address, list)?.until ?? 0) > now()

  /** Returns the next proxy in turn that is neither resting nor tried already. */
  function takeNext(list: ProxyList, addresses: string[], tried: ReadonlySet<string>): string | undefined {
    const name = keyOf(list.addresses, list)
    const start = nextIndexes.get(name) ?? 0
    const order = addresses.map((_, step) => (start + step) % addresses.length)
    const at = order.find(at => !tried.has(addresses[at]!) && !isResting(addresses[at]!, list))
    if (at === undefined) return undefined
    nextIndexes.set(name, at + 1)
    return addresses[at]
  }

  function rest(address: string, list: ProxyList, error: ProxyError) {
    const failures = (restOf(address, list)?.failures ?? 0) + 1
    const ms = Math.min(FIRST_REST_MS * 2 ** (failures - 1), MAX_REST_MS)
    rests.set(keyOf(address, list), { until: now() + ms, failures, error: error.message })
    log?.(`${error.message} It rests for ${ms / 1000} seconds.`)
  }

  function begin(list: ProxyList, stick?: string): ProxySelection {
    const addresses = splitProxies(list.addresses)
    const { trusted } = list
    if (addresses.length === 1) return singleProxy({ address: addresses[0]!, trusted }, list)
    const name = stick && `${keyOf(list.addresses, list)} ${stick}`
    const tried = new Set<string>()
    let chosen: string | undefined

    const stickyAddress = () => {
      const address = name && stickyProxies.get(name)
      return address && !tried.has(address) && !isResting(address, list) ? address : undefined
    }
    const next = () => {
      const address = stickyAddress() ?? takeNext(list, addresses, tried)
      if (address === undefined)
        throw allResting(addresses, address => restOf(address, list)?.until ?? 0, now())
      if (name) stickyProxies.set(name, address)
      return address
    }

    return {
      list,
      current() {
        chosen ??= next()
        return { address: chosen, trusted }
      },
      failed(error) {
        if (!chosen || !(error instanceof ProxyError)) return false
        if (error.isOut && !isResting(chosen, list)) rest(chosen, list, error)
        tried.add(chosen)
        chosen = undefined
        const hasOther = addresses.some(address => !tried.has(address) && !isResting(address, list))
        // A later attempt starts with the first proxy again.
        if (!hasOther) tried.clear()
        return hasOther
      },
      worked() {
        if (chosen) rests.delete(keyOf(chosen, list))
      },
    }
  }

  const stateOf = (address: string, list: ProxyList): ProxyState => {
    const rest = restOf(address, list)
    return {
      address: maskProxy(address),
      rests_until: rest && rest.until > now() ? rest.until : null,
      failures: rest?.failures ?? 0,
      error: rest?.error ?? null,
    }
  }

  return {
    begin,
    states: list => splitProxies(list.addresses).map(address => stateOf(address, list)),
    wake: () => rests.clear(),
  }
}

/** A single proxy has no alternative, so it never rests. */
const singleProxy = (choice: ProxyChoice, list: ProxyList): ProxySelection => ({
  list,
  current: () => choice,
  failed: () => false,
  worked() {},
})

function allResting(addresses: string[], untilOf: (address: string) => number, now: number): AppError {
  const first = addresses.reduce((one, other) => (untilOf(other) < untilOf(one) ? other : one))
  const seconds = Math.max(Math.ceil((untilOf(first) - now) / 1000), 1)
  const { host } = proxyEndpoint(first)
  return new AppError(
    'connection',
    `All ${addresses.length} proxies rest after failures; ${host} is used again in ${seconds} seconds.`,
    {
      retryAfter: seconds,
      hint: `Wait until then, or look at ${command`settings proxy`} (WINNOW_PROXY), or \`fetch.proxy\` of the parser: the log says what failed.`,
    },
  )
}
