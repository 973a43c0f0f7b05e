import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { stateLabels } from '../../base/fields/state-labels.ts'
import { CHANGE_KINDS } from '../../store/databases/row-data.ts'
import { givenTime, idField, pageFields, pageShape } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { changeShape } from './body.ts'
import { exampleChange, exampleDatabase } from './examples.ts'
import type { OwnDatabase } from './records.ts'

/** Operations for the changes of a database's rows. */
export function databaseFeedOperations({ store }: Services, own: OwnDatabase) {
  const id = { id: idField('database') }

  const changes = defineOperation({
    id: 'database-changes',
    group: 'databases',
    summary:
      'What was added, changed, removed or came back in a database, oldest first unless `order` says otherwise.',
    description:
      '`next_cursor` is always there: keep it, and the next call continues exactly where this one ended. It is empty where the database keeps no history.',
    method: 'GET',
    path: '/v1/databases/{id}/changes',
    access: 'read',
    input: z.strictObject({
      ...id,
      ...pageFields,
      order: z
        .enum(['asc', 'desc'])
        .default('asc')
        .describe('`desc`: newest first; its `next_cursor` goes back in time, and ends.')
        .meta({ title: 'Order', ...labelled({ asc: 'Oldest first', desc: 'Newest first' }) }),
      since: givenTime
        .optional()
        .describe('Changes from this time on (ISO-8601, UTC or with an offset).')
        .meta({ title: 'Changes since' }),
      kind: z
        .enum(CHANGE_KINDS)
        .optional()
        .describe('Only changes of this kind.')
        .meta({
          title: 'Kind of change',
          ...stateLabels(CHANGE_KINDS),
        }),
    }),
    output: pageShape(changeShape),
    example: {
      input: { id: exampleDatabase.id, kind: 'changed' },
      output: { data: [exampleChange], has_more: false, next_cursor: 'NDIg' },
    },
    answer: 'value',
    faces: { tool: { name: 'database_changes', group: 'databases', hints: READS } },
    own,
    run({ since, order, ...rest }, { owned }) {
      const query = { ...rest, since: since === undefined ? undefined : Date.parse(since) }
      return order === 'asc'
        ? store.databaseChanges.list(owned.id, query)
        : store.databaseChanges.newest(owned.id, query)
    },
  })

  const history = defineOperation({
    id: 'database-row-history',
    group: 'databases',
    summary: 'What happened to one row, newest first; also to one that was removed.',
    method: 'GET',
    path: '/v1/databases/{id}/rows/{row_id}/history',
    access: 'read',
    input: z.strictObject({ ...id, row_id: idField('row', 'id'), ...pageFields }),
    output: pageShape(changeShape),
    example: {
      input: { id: exampleDatabase.id, row_id: exampleChange.row_id },
      output: { data: [exampleChange], has_more: false, next_cursor: null },
    },
    answer: 'value',
    own,
    run: ({ row_id, ...page }, { owned }) => store.databaseChanges.ofRow(owned.id, row_id, page),
  })
  return [changes, history] as const
}
