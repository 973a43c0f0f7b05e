/** A group of addresses of the same form. */
export interface LinkGroup {
  /** The form, with `*` for the parts that differ. */
  pattern: string
  count: number
  examples: string[]
  /** The form as a regular expression (RE2); null if it would be too long. */
  matching: string | null
}

const MAX_GROUPS = 50
const MAX_EXAMPLES = 3

/** Maximum number of path segments; the last one holds the rest of the path. */
const MAX_SEGMENTS = 8
/** Addresses with more query parameters than this share one form. */
const MAX_PARAMETERS = 4
/** Maximum length of a regular expression that operations accept. */
const MAX_MATCHING_LENGTH = 1_000

interface Address {
  url: string
  origin: string
  segments: string[]
  /** Names of the query parameters, each with `=` if it has a value; null if there are too many. */
  parameters: string[] | null
}

/** Groups web addresses by their form, largest group first. */
export function groupLinks(urls: readonly string[]): LinkGroup[] {
  const groups: { fixed: FixedSegments; addresses: Address[] }[] = []
  for (const group of partition(urls.map(readAddress), frameOf).values()) splitBySegment(group, [], groups)
  return groups
    .sort((a, b) => b.addresses.length - a.addresses.length)
    .slice(0, MAX_GROUPS)
    .map(({ fixed, addresses }) => ({
      ...formOf(addresses[0]!, fixed),
      count: addresses.length,
      examples: addresses.slice(0, MAX_EXAMPLES).map(({ url }) => url),
    }))
}

function readAddress(url: string): Address {
  const path = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', path)
  const segments = url.slice(path + 1, query < 0 ? undefined : query).split('/')
  const rest = segments.splice(MAX_SEGMENTS - 1)
  return {
    url,
    origin: url.slice(0, path),
    segments: rest.length > 0 ? [...segments, rest.join('/')] : segments,
    parameters: query < 0 ? [] : parametersOf(url.slice(query + 1)),
  }
}

function parametersOf(query: string): string[] | null {
  const parameters = query.split('&', MAX_PARAMETERS + 1)
  return parameters.length > MAX_PARAMETERS ? null : parameters.map(part => part.replace(/=.*/s, '='))
}

/** Returns what addresses of the same form have in common apart from their path segments. */
const frameOf = ({ origin, segments, parameters }: Address): string =>
  JSON.stringify([origin, segments.length, parameters])

/** By position in the path: the segment that all addresses have there, or null if it differs. */
type FixedSegments = (string | null)[]

/**
 * Splits addresses by their next path segment: segments that many addresses share become groups of their own, all others
 * form one group.
 */
function splitBySegment(
  addresses: Address[],
  fixed: FixedSegments,
  groups: { fixed: FixedSegments; addresses: Address[] }[],
): void {
  const position = fixed.length
  if (position === addresses[0]!.segments.length) {
    groups.push({ fixed, addresses })
    return
  }
  const parts = partition(addresses, ({ segments }) => segments[position]!)
  const minCount = Math.max(MIN_ADDRESSES, addresses.length * MIN_SHARE)
  const variableParts = [...parts].filter(
    ([part, group]) => isVariable(part) || (part && group.length < minCount),
  )
  if (variableParts.length > 1 || (variableParts[0] && isVariable(variableParts[0][0]))) {
    for (const [part] of variableParts) parts.delete(part)
    splitBySegment(
      variableParts.flatMap(([, group]) => group),
      [...fixed, null],
      groups,
    )
  }
  for (const [part, group] of parts) splitBySegment(group, [...fixed, part], groups)
}

/** Minimum number of addresses, and minimum share of all addresses, for a segment to count as a section of the site. */
const MIN_ADDRESSES = 2
const MIN_SHARE = 0.02

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

function formOf(
  { origin, parameters }: Address,
  fixed: FixedSegments,
): Pick<LinkGroup, 'pattern' | 'matching'> {
  const isRest = (position: number) => position === MAX_SEGMENTS - 1
  const labels = fixed.map((part, position) => part ?? (isRest(position) ? '**' : '*'))
  const patterns = fixed.map((part, position) =>
    part === null ? anyPart(isRest(position)) : escapeRegExp(part),
  )
  const matching = `^${escapeRegExp(origin)}/${patterns.join('/')}${queryMatching(parameters)}$`
  return {
    pattern: `${origin}/${labels.join('/')}${queryShown(parameters)}`,
    matching: matching.length > MAX_MATCHING_LENGTH ? null : matching,
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
  return `\\?${parameters.map(name => escapeRegExp(name).replace(/=$/, '=[^&#]*')).join('&')}`
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
