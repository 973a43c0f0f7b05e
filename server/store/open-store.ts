import type Database from 'better-sqlite3'
import type { Vault } from '../sealed.ts'
import { createAccountStore } from './accounts.ts'
import { createFailureStore } from './batch-failures.ts'
import { createBatchStore } from './batches.ts'
import { createCachedPageStore } from './cached-pages.ts'
import { createCallStore } from './calls.ts'
import { createClockStore } from './clock.ts'
import { createCronEndings } from './cron-endings.ts'
import { createCronRunStore } from './cron-runs.ts'
import { createCronStore } from './crons.ts'
import { createChangeStore } from './database-changes.ts'
import { createRowStore } from './database-rows.ts'
import { createRunStore } from './database-runs.ts'
import { createSchemaStore } from './database-schema.ts'
import { createDatabaseStore } from './databases.ts'
import { createDeliveryStore } from './deliveries.ts'
import { explainDisk } from './disk-errors.ts'
import { createEngine, type Engine } from './engine.ts'
import { createEventStore } from './events.ts'
import { createFixtureStore } from './fixtures.ts'
import { createHealth } from './health.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createJobEndings } from './job-endings.ts'
import { createJobFileStore } from './job-files.ts'
import { createJobQueueStore } from './job-queue.ts'
import { createJobStore } from './jobs.ts'
import { createKeyStore } from './keys.ts'
import { createLedgerStore } from './ledger.ts'
import { migrate } from './migrate.ts'
import { hasLog, isEmpty, openDatabase } from './open-database.ts'
import { createParserHealthStore } from './parser-health.ts'
import { createParserStore } from './parsers.ts'
import { createPlatformCallStore } from './platform-calls.ts'
import { createPurge } from './purge-database.ts'
import { createResultStore } from './results.ts'
import { createRowDigests } from './row-digests.ts'
import { createRowList } from './row-list.ts'
import { createRowLookups } from './row-lookups.ts'
import { createSettingsStore } from './settings.ts'
import { createSums } from './sums.ts'
import { createTraceStore } from './traces.ts'
import { startUpkeep } from './upkeep.ts'
import { createUsageStore } from './usage.ts'
import { createWebhookStore } from './webhooks.ts'
import { createWorkflowCopies } from './workflow-copies.ts'
import { createWorkflowItemStore } from './workflow-items.ts'
import { createNodeStateStore } from './workflow-node-state.ts'
import { createPartStore } from './workflow-parts.ts'
import { createWorkflowRunQueue } from './workflow-run-queue.ts'
import { createWorkflowRunStore } from './workflow-runs.ts'
import { createWorkflowValueStore } from './workflow-values.ts'
import { createWorkflowStore } from './workflows.ts'

/**
 * Opens the store of a data folder, migrated and owned by this process until `close`. The vault seals secret settings.
 * Throws FolderOwnedError when another process owns the folder, DiskError where its disk is the reason.
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
    // Tried inside of the upgrade: a store whose rows this Winnow cannot ask for is none that it may keep.
    const differences = migrate(db, dataDir, new Date(), () => tryOut(db))
    const upkeep = startUpkeep(db, dataDir, { isNew, isUnclean: hadLog })
    const health = createHealth({ differences, loss: upkeep.loss, now: Date.now })
    const engine = createEngine(db, { upkeep, health })
    const noteBackup = engine.prepare<unknown, [string]>('UPDATE store_state SET backup = ?')
    const lastBackup = engine.prepare<{ backup: string | null }, []>('SELECT backup FROM store_state')
    return {
      ...createParts(engine, vault),
      health,
      /** Whether a service that had the store ended without closing it, and nobody has checked the store since. */
      wasCutShort: upkeep.wasCutShort,
      write: engine.write,
      freeBytes: engine.freeBytes,
      giveBack: engine.giveBack,
      rewrite: engine.rewrite,
      checkpoint: engine.checkpoint,
      copyTo: engine.copyTo,
      async backup(file: string) {
        await engine.copyTo(file)
        await engine.write(() => void noteBackup.run(file))
      },
      /** The last file that `backup` made; null where it never did. */
      lastBackup: () => lastBackup.get()!.backup,
      noteWhole: upkeep.noteWhole,
      close: engine.close,
    }
  } catch (error) {
    db.close()
    throw error
  }
}

const tryOut = (db: Database.Database) => void createParts(createEngine(db)).settings.all()

/** All that the store keeps, a part a noun. */
function createParts(engine: Engine, vault?: Vault) {
  const rowLookups = createRowLookups(engine)
  const jobFiles = createJobFileStore(engine)
  const batches = createBatchStore(engine)
  const databaseRuns = createRunStore(engine)
  const events = createEventStore(engine)
  const databaseChanges = createChangeStore(engine)
  const rowDigests = createRowDigests(engine, { events, changes: databaseChanges })
  const sums = createSums(engine)
  const parserHealth = createParserHealthStore(engine, events)
  const crons = createCronStore(engine)
  const cronRuns = createCronRunStore(engine)
  const cronEndings = createCronEndings({ crons, runs: cronRuns, events })
  const workflowParts = createPartStore(engine)
  const workflowValues = createWorkflowValueStore(engine)
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
    calls: createCallStore(engine, parserHealth, sums),
    crons,
    cronRuns,
    cronEndings,
    databases: createDatabaseStore(engine),
    databaseSchemas: createSchemaStore(engine, rowLookups),
    databaseRows: createRowStore(engine),
    databaseChanges,
    databaseRuns,
    rowDigests,
    rowLookups,
    rowList: createRowList(engine, rowLookups),
    purgeDatabase: createPurge(engine, rowLookups),
    deliveries: createDeliveryStore(engine),
    events,
    fixtures: createFixtureStore(engine),
    idempotency: createIdempotencyStore(engine),
    jobs: createJobStore(engine),
    jobFiles,
    jobQueue: createJobQueueStore(engine, jobFiles, endings),
    parsers: createParserStore(engine),
    parserHealth,
    platformCalls: createPlatformCallStore(engine),
    results: createResultStore(engine),
    settings: createSettingsStore(engine, vault),
    sums,
    traces: createTraceStore(engine),
    usage: createUsageStore(engine),
    webhooks: createWebhookStore(engine),
    workflows: createWorkflowStore(engine),
    workflowCopies: createWorkflowCopies(engine, workflowItems),
    workflowItems,
    workflowNodeState: createNodeStateStore(engine),
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
