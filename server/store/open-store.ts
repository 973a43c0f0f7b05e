import { createAccountStore } from './accounts.ts'
import { createBatchStore } from './batches.ts'
import { createCachedPageStore } from './cached-pages.ts'
import { createCallStore } from './calls.ts'
import { createEngine } from './engine.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createJobFileStore } from './job-files.ts'
import { createJobQueueStore } from './job-queue.ts'
import { createJobStore } from './jobs.ts'
import { createKeyStore } from './keys.ts'
import { createLedgerStore } from './ledger.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { createParserStore } from './parsers.ts'
import { createPlatformCallStore } from './platform-calls.ts'
import { createSettingsStore } from './settings.ts'
import { createTraceStore } from './traces.ts'
import { createUsageStore } from './usage.ts'

/**
 * Opens the store of a data folder, migrated and owned by this process until `close`.
 * Throws FolderOwnedError when another process owns the folder.
 */
export function openStore(dataDir: string) {
  const db = openDatabase(dataDir)
  try {
    migrate(db, dataDir, new Date())
  } catch (error) {
    db.close()
    throw error
  }
  const engine = createEngine(db)
  const jobFiles = createJobFileStore(engine)
  return {
    accounts: createAccountStore(engine),
    batches: createBatchStore(engine),
    keys: createKeyStore(engine),
    ledger: createLedgerStore(engine),
    cachedPages: createCachedPageStore(engine),
    calls: createCallStore(engine),
    idempotency: createIdempotencyStore(engine),
    jobs: createJobStore(engine),
    jobFiles,
    jobQueue: createJobQueueStore(engine, jobFiles),
    parsers: createParserStore(engine),
    platformCalls: createPlatformCallStore(engine),
    settings: createSettingsStore(engine),
    traces: createTraceStore(engine),
    usage: createUsageStore(engine),
    backup: engine.backup,
    close: engine.close,
  }
}

export type Store = ReturnType<typeof openStore>
