interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

/** The rows of a list, read page by page: all of them, or the pages that hold the first so many. */
export async function allPages<Row>(
  readPage: (place: { cursor?: string }) => Promise<Page<Row>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await readPage(cursor === null ? {} : { cursor })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && rows.length < most)
  return rows
}
