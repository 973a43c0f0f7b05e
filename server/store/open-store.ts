import type Database from 'better-sqlite3'
import type { Vault } from '../settings/sealed.ts'
import { createAccountStore } from './accounts/accounts.ts'
import { createCallStore } from './accounts/calls.ts'
import { createIdempotencyStore } from './accounts/idempotency.ts'
import { createKeyStore } from './accounts/keys.ts'
import { createLedgerStore } from './accounts/ledger.ts'
import { createResultStore } from './accounts/results.ts'
import { createSavedRequestStore } from './accounts/saved-requests.ts'
import { createSignInStore } from './accounts/sign-ins.ts'
import { createSums } from './accounts/sums.ts'
import { createTraceStore } from './accounts/traces.ts'
import { createUsageStore } from './accounts/usage.ts'
import { createVariableStore } from './accounts/variables.ts'
import { createCachedPageStore } from './cached-pages.ts'
import { createClockStore } from './clock.ts'
import { createCronStore } from './crons/crons.ts'
import { createCronEndings } from './crons/endings.ts'
import { createCronRunStore } from './crons/runs.ts'
import { createChangeStore } from './databases/changes.ts'
import { createRunStore } from './databases/complete-runs.ts'
import { createDatabaseStore } from './databases/databases.ts'
import { createKeyColumns } from './databases/key-columns.ts'
import { createPurge } from './databases/purge.ts'
import { createRowDigests } from './databases/row-digests.ts'
import { createRowList } from './databases/row-list.ts'
import { createRowLookups } from './databases/row-lookups.ts'
import { createRowWatches } from './databases/row-watches.ts'
import { createRowStore } from './databases/rows.ts'
import { createSchemaStore } from './databases/schema.ts'
import { createDeletedRecords } from './deleted-records.ts'
import { createEngine, type Engine } from './engine.ts'
import { explainDisk } from './file/disk-errors.ts'
import { createHealth } from './file/health.ts'
import { migrate } from './file/migrate.ts'
import { hasLog, isEmpty, openDatabase } from './file/open-database.ts'
import { startUpkeep } from './file/upkeep.ts'
import { createFailureStore } from './jobs/batch-failures.ts'
import { createBatchStore } from './jobs/batches.ts'
import { createJobEndings } from './jobs/completion-effects.ts'
import { createJobFileStore } from './jobs/files.ts'
import { createJobStore } from './jobs/jobs.ts'
import { createListPageStore } from './jobs/list-pages.ts'
import { createJobQueueStore } from './jobs/queue.ts'
import { createFixtureStore } from './parsers/fixtures.ts'
import { createParserHealthStore } from './parsers/health.ts'
import { createParserStore } from './parsers/parsers.ts'
import { createPlatformCallStore } from './platform-calls.ts'
import { createSessionStore } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { createUpdateStore } from './updates.ts'
import { createDeliveryStore } from './webhooks/deliveries.ts'
import { createEventStore } from './webhooks/events.ts'
import { createWebhookStore } from './webhooks/webhooks.ts'
import { createWorkflowItemStore } from './workflows/items.ts'
import { createNodeStateStore } from './workflows/node-state.ts'
import { createPartStore } from './workflows/parts.ts'
import { createWorkflowCopies } from './workflows/run-copies.ts'
import { createWorkflowRunQueue } from './workflows/run-queue.ts'
import { createWorkflowRunStore } from './workflows/runs.ts'
import { createWorkflowValueStore } from './workflows/values.ts'
import { createWorkflowStore } from './workflows/workflows.ts'

/**
 * Opens the store of a data folder, migrates it, and owns it until `close`. The vault seals secret settings. Throws
 * FolderOwnedError if another process owns the folder, DiskError if its disk is the cause.
 */
export function openStore(dataDir: string, vault?: Vault) {
  try {
    return openIn(dataDir, vault)
  } catch (error) {
    throw explainDisk(error, dataDir)
  }
}

function openIn(dataDir: string, vault?: Vault) {
  const hadLog = hasLog(dataDir)
  const db = openDatabase(dataDir)
  try {
    const isNew = isEmpty(db)
    // Tried inside the upgrade: a store whose rows this Winnow cannot query must not be kept.
    const differences = migrate(db, dataDir, new Date(), () => tryOut(db))
    const upkeep = startUpkeep(db, dataDir, { isNew, isUnclean: hadLog })
    const health = createHealth({ differences, loss: upkeep.loss, now: Date.now })
    const engine = createEngine(db, { upkeep, health })
    const noteBackup = engine.prepare<unknown, [string]>('UPDATE store_state SET backup = ?')
    const lastBackup = engine.prepare<{ backup: string | null }, []>('SELECT backup FROM store_state')
    return {
      ...createParts(engine, vault),
      updates: createUpdateStore(db, engine),
      health,
      /** Whether a service that used the store ended without closing it, and the store was not checked since. */
      wasCutShort: upkeep.wasCutShort,
      write: engine.write,
      freeBytes: engine.freeBytes,
      giveBack: engine.shrink,
      rewrite: engine.rewrite,
      checkpoint: engine.checkpoint,
      copyTo: engine.copyTo,
      /** Copies the whole store to a new file. Throws file errors like `copyTo`, and 503 if the store is damaged. */
      async backup(file: string) {
        const refusal = health.refusal()
        if (refusal) throw refusal
        await engine.copyTo(file)
        // The backup is complete even if the store cannot note it, for example because its disk is full.
        await engine.write(() => void noteBackup.run(file)).catch(() => undefined)
      },
      /** Returns the last file that `backup` created; null if there is none. */
      lastBackup: () => lastBackup.get()!.backup,
      noteWhole: upkeep.noteWhole,
      close: engine.close,
    }
  } catch (error) {
    db.close()
    throw error
  }
}

const tryOut = (db: Database.Database) =>
  void createParts(createEngine(db, { preparesAtOnce: true })).settings.all()

/** Creates all parts of the store, one for each noun. */
function createParts(engine: Engine, vault?: Vault) {
  const rowLookups = createRowLookups(engine)
  const keyColumns = createKeyColumns(engine)
  const jobFiles = createJobFileStore(engine)
  const listPages = createListPageStore(engine)
  const batches = createBatchStore(engine)
  const databaseRuns = createRunStore(engine)
  const events = createEventStore(engine)
  const databaseChanges = createChangeStore(engine)
  const rowDigests = createRowDigests(engine, { events, changes: databaseChanges })
  const sums = createSums(engine)
  const results = createResultStore(engine)
  const parserHealth = createParserHealthStore(engine, events)
  const crons = createCronStore(engine)
  const cronRuns = createCronRunStore(engine)
  const cronEndings = createCronEndings({ crons, runs: cronRuns, events })
  const workflowParts = createPartStore(engine)
  const workflowValues = createWorkflowValueStore(engine)
  const workflowNodeState = createNodeStateStore(engine)
  const workflowItems = createWorkflowItemStore(engine, workflowValues)
  const endings = createJobEndings({ batches, runs: databaseRuns, events, crons: cronEndings, rowDigests })
  return {
    accounts: createAccountStore(engine),
    batches,
    batchFailures: createFailureStore(engine),
    keys: createKeyStore(engine),
    ledger: createLedgerStore(engine),
    cachedPages: createCachedPageStore(engine),
    clock: createClockStore(engine),
    calls: createCallStore(engine, { health: parserHealth, results, sums }),
    crons,
    cronRuns,
    cronEndings,
    databases: createDatabaseStore(engine),
    databaseSchemas: createSchemaStore(engine, rowLookups, keyColumns),
    databaseRows: createRowStore(engine, { keyColumns, watches: createRowWatches() }),
    databaseChanges,
    databaseRuns,
    rowDigests,
    rowLookups,
    rowList: createRowList(engine, rowLookups),
    purgeDatabase: createPurge(engine, rowLookups),
    deleted: createDeletedRecords(engine),
    deliveries: createDeliveryStore(engine),
    events,
    fixtures: createFixtureStore(engine),
    idempotency: createIdempotencyStore(engine),
    jobs: createJobStore(engine),
    jobFiles,
    jobQueue: createJobQueueStore(engine, jobFiles, listPages, endings),
    listPages,
    parsers: createParserStore(engine),
    parserHealth,
    platformCalls: createPlatformCallStore(engine),
    results,
    savedRequests: createSavedRequestStore(engine),
    signIns: createSignInStore(engine),
    sessions: createSessionStore(engine, events, vault),
    settings: createSettingsStore(engine, vault),
    sums,
    traces: createTraceStore(engine),
    usage: createUsageStore(engine),
    variables: createVariableStore(engine, vault),
    webhooks: createWebhookStore(engine),
    workflows: createWorkflowStore(engine),
    workflowCopies: createWorkflowCopies(engine, workflowItems),
    workflowItems,
    workflowNodeState,
    workflowParts,
    workflowRunQueue: createWorkflowRunQueue(engine, {
      events,
      crons: cronEndings,
      parts: workflowParts,
      rowDigests,
    }),
    workflowRuns: createWorkflowRunStore(engine, { items: workflowItems, values: workflowValues }),
    workflowValues,
  }
}

export type Store = ReturnType<typeof openStore>
