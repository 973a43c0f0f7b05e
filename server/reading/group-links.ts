/** A group of addresses of the same form. */
export interface LinkGroup {
  /** The form, with `*` for the parts that differ. */
  pattern: string
  count: number
  examples: string[]
  /** The form as a regular expression (RE2); null if it would be too long. */
  matching: string | null
}

const MOST_GROUPS = 50
const MOST_EXAMPLES = 3

/** Maximum number of path segments; the last one holds the rest of the path. */
const MOST_SEGMENTS = 8
/** Addresses with more query parameters than this share one form. */
const MOST_PARAMETERS = 4
/** Maximum length of a regular expression that operations accept. */
const LONGEST_MATCHING = 1_000

interface Address {
  url: string
  origin: string
  segments: string[]
  /** Names of the query parameters, each with `=` if it has a value; null if there are too many. */
  parameters: string[] | null
}

/** Groups web addresses by their form, largest group first. */
export function groupLinks(urls: readonly string[]): LinkGroup[] {
  const groups: { fixed: Fixed; addresses: Address[] }[] = []
  for (const alike of partition(urls.map(readAddress), frameOf).values()) split(alike, [], groups)
  return groups
    .sort((a, b) => b.addresses.length - a.addresses.length)
    .slice(0, MOST_GROUPS)
    .map(({ fixed, addresses }) => ({
      ...formOf(addresses[0]!, fixed),
      count: addresses.length,
      examples: addresses.slice(0, MOST_EXAMPLES).map(({ url }) => url),
    }))
}

function readAddress(url: string): Address {
  const path = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', path)
  const segments = url.slice(path + 1, query < 0 ? undefined : query).split('/')
  const rest = segments.splice(MOST_SEGMENTS - 1)
  return {
    url,
    origin: url.slice(0, path),
    segments: rest.length > 0 ? [...segments, rest.join('/')] : segments,
    parameters: query < 0 ? [] : parametersOf(url.slice(query + 1)),
  }
}

function parametersOf(query: string): string[] | null {
  const parameters = query.split('&', MOST_PARAMETERS + 1)
  return parameters.length > MOST_PARAMETERS ? null : parameters.map(part => part.replace(/=.*/s, '='))
}

/** Returns what addresses of the same form have in common apart from their path segments. */
const frameOf = ({ origin, segments, parameters }: Address): string =>
  JSON.stringify([origin, segments.length, parameters])

/** By position in the path: the segment that all addresses have there, or null if it differs. */
type Fixed = (string | null)[]

/**
 * Splits addresses by their next path segment: segments that many addresses share become groups of their own, all others
 * form one group.
 */
function split(addresses: Address[], fixed: Fixed, groups: { fixed: Fixed; addresses: Address[] }[]): void {
  const place = fixed.length
  if (place === addresses[0]!.segments.length) {
    groups.push({ fixed, addresses })
    return
  }
  const parts = partition(addresses, ({ segments }) => segments[place]!)
  const least = Math.max(SHARED, addresses.length * SHARE)
  const others = [...parts].filter(([part, alike]) => isVariable(part) || (part && alike.length < least))
  if (others.length > 1 || (others[0] && isVariable(others[0][0]))) {
    for (const [part] of others) parts.delete(part)
    split(
      others.flatMap(([, alike]) => alike),
      [...fixed, null],
      groups,
    )
  }
  for (const [part, alike] of parts) split(alike, [...fixed, part], groups)
}

/** Minimum number of addresses, and minimum share of all addresses, for a segment to count as a section of the site. */
const SHARED = 2
const SHARE = 0.02

/** Numbers are always variable, even if there is only one. */
const isVariable = (part: string) => /^\d+$/.test(part)

function partition<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const parts = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const part = parts.get(key)
    if (part) part.push(item)
    else parts.set(key, [item])
  }
  return parts
}

function formOf({ origin, parameters }: Address, fixed: Fixed): Pick<LinkGroup, 'pattern' | 'matching'> {
  const isRest = (place: number) => place === MOST_SEGMENTS - 1
  const shown = fixed.map((part, place) => part ?? (isRest(place) ? '**' : '*'))
  const exact = fixed.map((part, place) => (part === null ? anyPart(isRest(place)) : escaped(part)))
  const matching = `^${escaped(origin)}/${exact.join('/')}${queryMatching(parameters)}$`
  return {
    pattern: `${origin}/${shown.join('/')}${queryShown(parameters)}`,
    matching: matching.length > LONGEST_MATCHING ? null : matching,
  }
}

const anyPart = (isRest: boolean) => (isRest ? '[^?#]+' : '[^/?#]+')

const queryShown = (parameters: Address['parameters']): string => {
  if (parameters === null) return '?*'
  return parameters.length === 0 ? '' : `?${parameters.map(name => name.replace(/=$/, '=*')).join('&')}`
}

const queryMatching = (parameters: Address['parameters']): string => {
  if (parameters === null) return '\\?[^#]*'
  if (parameters.length === 0) return ''
  return `\\?${parameters.map(name => escaped(name).replace(/=$/, '=[^&#]*')).join('&')}`
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
