import { z } from 'zod'
import { capitalized, labelled } from '../../base/fields/labelled.ts'
import { namedObject } from '../../base/fields/schema-names.ts'
import { RESTORABLE_TYPES } from '../../store/deleted-records.ts'
import { pageFields, pageShape, time } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'

const type = z
  .enum(RESTORABLE_TYPES)
  .meta(labelled(Object.fromEntries(RESTORABLE_TYPES.map(noun => [noun, capitalized(noun)]))))

const deletedRecord = namedObject('DeletedRecord', {
  type,
  id: z.string(),
  name: z.string().describe('The address of a webhook, which has no name.'),
  deleted_at: time,
  restorable_until: time.describe('It is gone for good after this.'),
})

/** Operation that lists deleted records which can still be restored. */
export function deletedOperations({ store, now }: Services) {
  const list = defineOperation({
    id: 'deleted-list',
    group: 'account',
    summary: 'List records deleted in the last 7 days, last deleted first.',
    description: 'Restore one with `POST /v1/parsers/{id}/restore`, or the same path of its own kind.',
    method: 'GET',
    path: '/v1/deleted',
    access: 'read',
    input: z.strictObject({
      ...pageFields,
      type: type
        .optional()
        .describe('Only records of this kind.')
        .meta({ title: 'Kind', ...type.meta() }),
    }),
    output: pageShape(deletedRecord),
    example: {
      input: { type: 'parser' },
      output: {
        data: [
          {
            type: 'parser',
            id: 'prs_01KF0H7B3D5F7H9K2M4P6R8T0V',
            name: 'Books',
            deleted_at: '2026-01-15T09:30:00.000Z',
            restorable_until: '2026-01-22T09:30:00.000Z',
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
    answer: 'value',
    run: (input, context) => store.deleted.list(accountOf(context), input, now()),
  })
  return [list] as const
}
