import { z } from 'zod'
import { groupDigits } from '../../base/counted.ts'
import { DAY, iso } from '../../base/times.ts'
import { MAX_SUMMARIZED } from '../../store/databases/change-summary.ts'
import { idField, time } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { exampleDatabase } from './examples.ts'
import type { OwnDatabase } from './records.ts'

const MAX_DAYS = 90

const count = z.int().min(0)

const fieldCounts = {
  changed: count.describe('How often it changed.'),
  up: count.describe('How often a number rose.'),
  down: count.describe('How often a number fell.'),
  net: z
    .number()
    .nullable()
    .describe(
      'Sum of the differences between numbers; 0 for what is not a number, null where it is too large.',
    ),
}

const fieldSummary = z.object({
  field: z.string().describe('A column.'),
  ...fieldCounts,
  last_at: time,
  days: z
    .array(z.object({ day: z.iso.date().describe('In UTC.'), ...fieldCounts }))
    .describe('Days on which it changed, oldest first.'),
})

const exampleCounts = { changed: 12, up: 1, down: 3, net: -14.5 }

/** `GET /v1/databases/{id}/changes/summary`: counts the changes of the last days by kind and by field. */
export function changeSummaryOperation({ store, now }: Services, own: OwnDatabase) {
  return defineOperation({
    id: 'database-change-summary',
    group: 'databases',
    summary:
      'What changed in a database in the last days, counted by field; the field that changed last first.',
    method: 'GET',
    path: '/v1/databases/{id}/changes/summary',
    access: 'read',
    input: z.strictObject({
      id: idField('database'),
      days: z
        .int()
        .min(1)
        .max(MAX_DAYS)
        .default(30)
        .describe('Days up to now that are counted.')
        .meta({ title: 'Days' }),
    }),
    output: z.object({
      since: time,
      counts: z
        .object({ added: count, changed: count, removed: count, returned: count })
        .describe('Rows that were added, changed, removed and returned.'),
      fields: z.array(fieldSummary),
      is_complete: z
        .boolean()
        .describe(`False: only the newest ${groupDigits(MAX_SUMMARIZED)} changes are counted.`),
    }),
    example: {
      input: { id: exampleDatabase.id },
      output: {
        since: '2026-01-15T09:30:00.000Z',
        counts: { added: 2, changed: 12, removed: 0, returned: 0 },
        fields: [
          {
            field: 'price',
            ...exampleCounts,
            last_at: '2026-02-10T09:30:00.000Z',
            days: [{ day: '2026-02-10', ...exampleCounts }],
          },
        ],
        is_complete: true,
      },
    },
    answer: 'value',
    own,
    async run({ days }, { owned }) {
      const since = now() - days * DAY
      return { since: iso(since), ...(await store.databaseChanges.summary(owned.id, since)) }
    },
  })
}
