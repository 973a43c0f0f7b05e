/** Characters of rows that are read at once at most: all rows of a page are in memory together. */
const MAX_CHARACTERS = 4_194_304

/** Collects rows until there are as many as requested, or they reach the maximum number of characters. */
export interface RowGatherer<Row> {
  rows: Row[]
  /** Takes rows as long as they fit. */
  take(found: Iterable<Row>): void
  isFull(): boolean
  /** Whether the last row does not fit, and only shows that there are more. */
  isCut(): boolean
}

/** Collects at most `limit` rows with at most `maxCharacters` characters. */
export function gatherRows<Row extends object>(
  limit: number,
  maxCharacters = MAX_CHARACTERS,
): RowGatherer<Row> {
  const rows: Row[] = []
  let characters = 0
  const isCut = () => characters > maxCharacters && rows.length > 1
  const isFull = () => rows.length >= limit || isCut()
  return {
    rows,
    take(found) {
      for (const row of found) {
        rows.push(row)
        characters += lengthOf(row)
        if (isFull()) return
      }
    },
    isFull,
    isCut,
  }
}

function lengthOf(row: object): number {
  let characters = 0
  for (const value of Object.values(row))
    if (typeof value === 'string' || value instanceof Uint8Array) characters += value.length
  return characters
}
