import { createTurns } from '../../base/turns.ts'

/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  allow: boolean
  /**
   * A path in which `*` matches anything, and a final `$` matches the end of the address. An empty pattern matches nothing.
   */
  pattern: string
}

interface RobotsGroup {
  agents: string[]
  rules: RobotsRule[]
}

/** RFC 9309 requires crawlers to read at least 500 KiB. */
const MAX_CHARACTERS = 512 * 1024

/**
 * Returns the rules of a robots.txt that apply to a crawler with this name (lower case): those of its own groups, else
 * those of `*`. Yields to the event loop while it reads a long file.
 */
export async function rulesFor(text: string, crawler: string): Promise<RobotsRule[]> {
  const groups = await readGroups(text.slice(0, MAX_CHARACTERS))
  const own = groups.filter(({ agents }) => agents.includes(crawler))
  const chosen = own.length ? own : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}

/** Other lines (`Sitemap`, `Crawl-delay`) do not end a group. */
async function readGroups(text: string): Promise<RobotsGroup[]> {
  const groups: RobotsGroup[] = []
  const turns = createTurns()
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    if (/^user-?agent$/i.test(key)) addAgent(groups, agentName(value))
    else if (/^(dis)?allow$/i.test(key))
      groups.at(-1)?.rules.push({ allow: /^a/i.test(key), pattern: normalPath(value.trim()) })
    if (turns.isOver()) await turns.next()
  }
  return groups
}

/** Consecutive `User-agent` lines share the rules that follow them. */
function addAgent(groups: RobotsGroup[], agent: string): void {
  const last = groups.at(-1)
  if (last && !last.rules.length) last.agents.push(agent)
  else groups.push({ agents: [agent], rules: [] })
}

/** `Winnow/1.0` names the same crawler as `winnow`. */
const agentName = (value: string) =>
  value.trim() === '*' ? '*' : (/^[a-z_-]*/i.exec(value.trim())?.[0] ?? '').toLowerCase()

/**
 * Whether the rules allow an address: the longest matching pattern decides, and `Allow` wins over a `Disallow` of equal
 * length. With the number of patterns and the length of address that a site can choose, this can take seconds, so it yields
 * to the event loop in between. Throws the reason of the signal.
 */
export async function allowsPath(
  rules: readonly RobotsRule[],
  url: URL,
  signal?: AbortSignal,
): Promise<boolean> {
  const path = normalPath(url.pathname + url.search)
  if (path === '/robots.txt') return true
  const turns = createTurns()
  let [longest, isAllowed] = [0, true]
  for (const { allow, pattern } of rules) {
    if (turns.isOver()) await turns.next()
    signal?.throwIfAborted()
    if (pattern.length < Math.max(longest, 1) || !fits(pattern, path)) continue
    isAllowed = allow || (pattern.length === longest && isAllowed)
    longest = pattern.length
  }
  return isAllowed
}

/** Searches for each piece between the stars in order, so a piece takes no longer than the length of the path. */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith('$')
  const [first = '', ...pieces] = (toEnd ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = toEnd ? pieces.pop() : undefined
  if (toEnd && last === undefined) return path === first
  let at = first.length
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}

/**
 * Returns a single spelling of a path: characters outside ASCII are percent-encoded in upper case, and escapes of
 * unreserved characters are decoded.
 */
function normalPath(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, text => encodeURIComponent(text.toWellFormed()))
  return encoded.replace(/%[0-9a-f]{2}/gi, escaped => {
    const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : escaped.toUpperCase()
  })
}
