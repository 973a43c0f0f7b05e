import { found, resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS, REPLACES, WRITES } from '../tool-hints.ts'
import { databaseBody, databaseRecord } from './body.ts'
import { changeSummaryOperation } from './change-summary.ts'
import { exampleDatabase, exampleDatabaseBody } from './examples.ts'
import { databaseFeedOperations } from './feed.ts'
import { databaseFileOperations } from './files.ts'
import { databaseRecords, type OwnDatabase } from './records.ts'
import { databaseRowOperations } from './row-operations.ts'

/** Operations for database records, their rows, their feed of changes, and file import and export. */
export function databaseOperations(services: Services) {
  const { store, now } = services
  const own: OwnDatabase = async ({ id }, { account }) => found(await store.databases.find(account.id, id))

  const records = resource({
    noun: 'database',
    plural: 'databases',
    body: databaseBody,
    record: databaseRecord,
    example: { body: exampleDatabaseBody, record: exampleDatabase },
    store: databaseRecords(store, now),
    listTool: { name: 'database_list', group: 'databases', hints: READS },
    createTool: { name: 'database_create', group: 'databases', hints: WRITES },
    replaceTool: {
      name: 'database_update',
      group: 'databases',
      hints: REPLACES,
      summary: 'Change a database, such as its columns.',
      description: 'What you leave out stays as it is; `columns` are replaced as a whole.',
      keeps: true,
    },
  })
  return [
    ...records,
    ...databaseRowOperations(services, own),
    ...databaseFeedOperations(services, own),
    changeSummaryOperation(services, own),
    ...databaseFileOperations(services, own),
  ] as const
}
