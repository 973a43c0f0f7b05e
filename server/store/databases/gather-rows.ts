/** Characters of rows, or of changes, that are read in one go, at most: all of a page are in memory together. */
const MOST_CHARACTERS = 4_194_304

/** Rows or changes that were found, until there are as many as were asked for, or as long ones as are read in one go. */
export interface Gathered<Row> {
  rows: Row[]
  /** Takes rows as long as there is room. */
  take(found: Iterable<Row>): void
  isFull(): boolean
  /** There is no room for the last of them, which only tells that there are more. */
  isCut(): boolean
}

/** Gathers at most so many rows. */
export function gatherRows<Row extends { data: string; fields?: string }>(limit: number): Gathered<Row> {
  const rows: Row[] = []
  let characters = 0
  const isCut = () => characters > MOST_CHARACTERS && rows.length > 1
  const isFull = () => rows.length >= limit || isCut()
  return {
    rows,
    take(found) {
      for (const row of found) {
        rows.push(row)
        characters += row.data.length + (row.fields?.length ?? 0)
        if (isFull()) return
      }
    },
    isFull,
    isCut,
  }
}
