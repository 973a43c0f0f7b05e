const COLUMNS = [
  { name: 'title', type: 'string', nullable: false },
  { name: 'price', type: 'number' },
]

/** A database of kettles with their titles as key. */
export const KETTLES = { name: 'Kettles', columns: COLUMNS, primary_key: ['title'], write_mode: 'upsert' }

/** A file to import. */
export const csv = (text: string) => ({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
