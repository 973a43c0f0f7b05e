/** A longer name is no slip of another. */
const MAX_LENGTH = 40

/** Names are told apart by their letters: people write `-` where `_` stands, and the other way round. */
const normalize = (name: string) => name.toLowerCase().replaceAll('-', '_')

/** The known name that is fewest edits away, at most one in three letters; null where none is near. */
export function nearestName<Name extends string>(typed: string, known: readonly Name[]): Name | null {
  if (typed.length > MAX_LENGTH) return null
  const maxEdits = Math.min(2, Math.floor(typed.length / 3))
  const candidates = known
    .map(name => ({ name, edits: editsBetween(normalize(typed), normalize(name)) }))
    .filter(({ edits }) => edits <= maxEdits)
  return candidates.sort((a, b) => a.edits - b.edits)[0]?.name ?? null
}

/** The question that a hint asks where a name is likely a slip, and otherwise another sentence. */
export function didYouMean(typed: string, known: readonly string[], otherwise: string): string {
  const nearest = nearestName(typed, known)
  return nearest === null ? otherwise : `Did you mean ${nearest}?`
}

/** Letters to add, drop, change or swap with the next one. */
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
