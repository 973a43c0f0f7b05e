/** The length of the longest name that is compared. */
const MAX_LENGTH = 40

/** People write `-` for `_`, and the other way round. */
const normalize = (name: string) => name.toLowerCase().replaceAll('-', '_')

/** Returns the known name with the fewest edits, at most one in three letters; null if none is that close. */
export function nearestName<Name extends string>(typed: string, known: readonly Name[]): Name | null {
  if (typed.length > MAX_LENGTH) return null
  const maxEdits = Math.min(2, Math.floor(typed.length / 3))
  const wanted = normalize(typed)
  const candidates = known
    .map(name => ({ name, written: normalize(name) }))
    .filter(({ written }) => Math.abs(written.length - wanted.length) <= maxEdits)
    .map(({ name, written }) => ({ name, edits: editsBetween(wanted, written) }))
    .filter(({ edits }) => edits <= maxEdits)
  return candidates.sort((a, b) => a.edits - b.edits)[0]?.name ?? null
}

/** Returns the question of a hint if a name is probably a typo of a known one; otherwise another sentence. */
export function didYouMean(typed: string, known: readonly string[], otherwise: string): string {
  const nearest = nearestName(typed, known)
  return nearest === null ? otherwise : `Did you mean ${nearest}?`
}

/** The number of letters to add, drop, change or swap with the next one. */
function editsBetween(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = last[column - 1]! + Number(from[row - 1] !== to[column - 1])
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swap = isSwapped ? beforeLast[column - 2]! + 1 : change
      next.push(Math.min(change, swap, last[column]! + 1, next[column - 1]! + 1))
    }
    ;[beforeLast, last] = [last, next]
  }
  return last[to.length]!
}
