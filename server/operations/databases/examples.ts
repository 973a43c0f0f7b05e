import type { z } from 'zod'
import type { changeShape, databaseBody, databaseRecord, rowShape, writtenShape } from './body.ts'

/** The example database of the docs. */
export const exampleDatabaseBody = {
  name: 'Kettles',
  columns: [
    { name: 'title', type: 'string', nullable: false },
    { name: 'price', type: 'number' },
  ],
  primary_key: ['title'],
  write_mode: 'upsert',
  on_missing: 'mark_removed',
} satisfies z.input<typeof databaseBody>

const at = '2026-01-15T09:30:00.000Z'

export const exampleDatabase = {
  id: 'db_01KF0J2M4P6R8T0V2X4Z6B8D0F',
  ...exampleDatabaseBody,
  description: '',
  columns: [
    { name: 'title', path: 'title', type: 'string', nullable: false },
    { name: 'price', path: 'price', type: 'number', nullable: true },
  ],
  rows_path: '',
  track_history: true,
  from_parser: null,
  row_count: 1,
  version: 1,
  created_at: at,
  updated_at: at,
} satisfies z.input<typeof databaseRecord>

const source = { job_id: null, parser_version: null, url: null }

export const exampleRow = {
  id: 'row_01KF0J3A5C7E9G1J3K5M7P9R1T',
  data: { title: 'Kettle', price: 22 },
  first_seen_at: at,
  last_seen_at: at,
  changed_at: at,
  removed_at: null,
  source,
} satisfies z.input<typeof rowShape>

export const exampleChange = {
  seq: 42,
  row_id: exampleRow.id,
  kind: 'changed',
  fields: { price: { from: 24.5, to: 22 } },
  data: exampleRow.data,
  source,
  at,
} satisfies z.input<typeof changeShape>

export const exampleWritten = {
  added: 1,
  changed: 0,
  unchanged: 0,
  returned: 0,
  removed: 0,
  cursor: 'NDEg',
} satisfies z.input<typeof writtenShape>
