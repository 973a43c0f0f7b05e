interface ListPage<Row> {
  data: Row[]
  next_cursor: string | null
}

/** Reads a list page by page and returns its rows: all, or those of the pages needed for the first `maxRows` rows. */
export async function allPages<Row>(
  readPage: (position: { cursor?: string }) => Promise<ListPage<Row>>,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: ListPage<Row> = await readPage(cursor === null ? {} : { cursor })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && rows.length < maxRows)
  return rows
}
