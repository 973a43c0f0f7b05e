/** What people of other tools write, and what it is called here. */
const ELSEWHERE = new Map<string, string>(
  Object.entries({
    selector: '"css"',
    attr: '"read": "@href"',
    attribute: '"read": "@href"',
    multiple: '"all": true',
    many: '"all": true',
    list: '"all": true',
    array: '"all": true',
    jsonpath: '"json"',
    json_path: '"json"',
    regexp: '"regex"',
    re: '"regex"',
    html: '"read": "html"',
    extract: '"read"',
    output: '"read"',
    properties: '"fields"',
    children: '"fields"',
    nested: '"fields"',
    items: '"fields", with "all": true',
    or: '"any"',
    fallback: '"any"',
    fallbacks: '"any"',
    filter: '"where"',
    exclude: '"remove"',
    optional: '"required"',
    value: '"const"',
    format: '"formats"',
    format_as: '"type"',
    convert: '"transform"',
    transforms: '"transform"',
    order_by: '"sort_by"',
    nth: '"pick"',
    note: '"$comment"',
  }),
)

/** A longer name is no slip of another. */
const LONGEST = 40

/**
 * What a hint says of a key that does not exist: which one is meant, where that is likely, and else which ones there are.
 */
export function keyHint(key: string, known: readonly string[]): string {
  const other = ELSEWHERE.get(key.toLowerCase())
  const meant = other && known.includes(/\w+/.exec(other)![0]) ? other : quoted(nearest(key, known))
  return meant === null ? `Keys: ${known.join(', ')}.` : `Did you mean ${meant}?`
}

const quoted = (key: string | null) => (key === null ? null : `"${key}"`)

/** The known name that is fewest edits away, at most one in three letters; null where none is near. */
export function nearest(key: string, known: readonly string[]): string | null {
  if (key.length > LONGEST) return null
  const most = Math.min(2, Math.floor(key.length / 3))
  const near = known
    .map(name => ({ name, edits: editsBetween(key.toLowerCase().replaceAll('-', '_'), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
  return near.sort((a, b) => a.edits - b.edits)[0]?.name ?? null
}

/** Letters to add, drop, change or swap with the next one. */
function editsBetween(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = last[column - 1]! + Number(from[row - 1] !== to[column - 1])
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swap = isSwapped ? before[column - 2]! + 1 : change
      next.push(Math.min(change, swap, last[column]! + 1, next[column - 1]! + 1))
    }
    ;[before, last] = [last, next]
  }
  return last[to.length]!
}
