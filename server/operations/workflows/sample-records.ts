import { outputSchema } from '../../parsers/output-schema.ts'
import type { Column } from '../../store/databases/databases.ts'
import type { Store } from '../../store/open-store.ts'
import type { SampleRecords } from '../../workflows/node-type.ts'

type Stores = Pick<Store, 'parsers' | 'databases' | 'workflowRuns'>

/** Creates the lookup of an account's records from which sample items are made. */
export const createSampleRecords =
  ({ parsers, databases, workflowRuns }: Stores) =>
  (accountId: string): SampleRecords => ({
    async parserOutput(id) {
      const parser = await parsers.find(accountId, id)
      return parser && outputSchema(parser.schema)
    },
    async row(databaseId) {
      const database = await databases.find(accountId, databaseId)
      return database && rowSchema(database.columns)
    },
    async lastOutput(workflow_id) {
      const { data } = await workflowRuns.list(accountId, { workflow_id, state: 'completed', limit: 1 })
      return data[0]?.output?.items[0] ?? null
    },
  })

const rowSchema = (columns: readonly Column[]) => ({
  type: 'object',
  properties: Object.fromEntries(columns.map(({ name, type }) => [name, type === 'json' ? {} : { type }])),
})
