/** Characters of rows that are read in one go, at most: all of a page are in memory together. */
const MOST_CHARACTERS = 4_194_304

/** Rows that were found, until there are as many as were asked for, or as long ones as are read in one go. */
export interface Gathered<Row> {
  rows: Row[]
  /** Takes rows as long as there is room. */
  take(found: Iterable<Row>): void
  isFull(): boolean
  /** There is no room for the last of them, which only tells that there are more. */
  isCut(): boolean
}

/** Gathers at most so many rows, of so many characters. */
export function gatherRows<Row extends object>(limit: number, most = MOST_CHARACTERS): Gathered<Row> {
  const rows: Row[] = []
  let characters = 0
  const isCut = () => characters > most && rows.length > 1
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
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
  return characters
}
