/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  allow: boolean
  /** A path in which `*` stands for anything, and `$` at its end for the end of the address. An empty one fits nothing. */
  pattern: string
}

interface Group {
  agents: string[]
  rules: RobotsRule[]
}

/** RFC 9309 asks to read at least 500 KiB. */
const MAX_CHARACTERS = 512 * 1024

/** The rules of a robots.txt for a crawler of this name (lower case): its own groups, else those of `*`. */
export function rulesFor(text: string, crawler: string): RobotsRule[] {
  const groups = readGroups(text.slice(0, MAX_CHARACTERS))
  const own = groups.filter(({ agents }) => agents.includes(crawler))
  const chosen = own.length ? own : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}

/** Lines that are neither of these (`Sitemap`, `Crawl-delay`) do not part a group. */
function readGroups(text: string): Group[] {
  const groups: Group[] = []
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    if (/^user-?agent$/i.test(key)) addAgent(groups, agentName(value))
    else if (/^(dis)?allow$/i.test(key))
      groups.at(-1)?.rules.push({ allow: /^a/i.test(key), pattern: normalPath(value.trim()) })
  }
  return groups
}

/** Names in a row share the rules after them. */
function addAgent(groups: Group[], agent: string): void {
  const last = groups.at(-1)
  if (last && !last.rules.length) last.agents.push(agent)
  else groups.push({ agents: [agent], rules: [] })
}

/** `Winnow/1.0` names the same crawler as `winnow`. */
const agentName = (value: string) =>
  value.trim() === '*' ? '*' : (/^[a-z_-]*/i.exec(value.trim())?.[0] ?? '').toLowerCase()

/** Whether the rules let an address be fetched: the longest pattern that fits decides, `Allow` where two are equal. */
export function allowsPath(rules: readonly RobotsRule[], url: URL): boolean {
  const path = normalPath(url.pathname + url.search)
  if (path === '/robots.txt') return true
  const fitting = rules.filter(({ pattern }) => pattern && fits(pattern, path))
  const longest = fitting.reduce((most, { pattern }) => Math.max(most, pattern.length), 0)
  return !fitting.length || fitting.some(({ allow, pattern }) => allow && pattern.length === longest)
}

/** Looks for each piece between the stars in turn, which takes no longer than the path is long for each of them. */
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

/** One spelling for a path: letters beyond ASCII in percent signs, these in capitals, and none where none is needed. */
function normalPath(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, text => encodeURIComponent(text.toWellFormed()))
  return encoded.replace(/%[0-9a-f]{2}/gi, escaped => {
    const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : escaped.toUpperCase()
  })
}
