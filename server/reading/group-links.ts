/** Addresses of the same form. */
export interface LinkGroup {
  /** The form: `*` stands for what differs. */
  pattern: string
  count: number
  examples: string[]
  /** The same as a regular expression (RE2); null where it would be too long for one. */
  matching: string | null
}

const MOST_GROUPS = 50
const MOST_EXAMPLES = 3

/** The last of so many parts of a path holds the rest of it. */
const MOST_SEGMENTS = 8
/** Addresses with more parameters have one form. */
const MOST_PARAMETERS = 4
/** Longer regular expressions are refused by what takes them. */
const LONGEST_MATCHING = 1_000

interface Address {
  url: string
  origin: string
  segments: string[]
  /** Names of the parameters in its query, each with `=` where it has a value; null where these are too many. */
  parameters: string[] | null
}

/** Groups addresses of the web by their form, the largest group first. */
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

/** What addresses of the same form have in common, beside the parts of their paths. */
const frameOf = ({ origin, segments, parameters }: Address): string =>
  JSON.stringify([origin, segments.length, parameters])

/** By place in a path: the part that all have there, or null where it differs. */
type Fixed = (string | null)[]

/** Splits addresses by a part of their paths: those that many share stay apart, the others are of one form. */
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

/** So many addresses at least, and this share of all, have a part that names a section of a site. */
const SHARED = 2
const SHARE = 0.02

/** A number names no section, not even a single one. */
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
