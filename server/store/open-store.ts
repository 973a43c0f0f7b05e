import type { Vault } from '../sealed.ts'
import { createAccountStore } from './accounts.ts'
import { createCachedPageStore } from './cached-pages.ts'
import { createCallStore } from './calls.ts'
import { createEngine } from './engine.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createKeyStore } from './keys.ts'
import { createLedgerStore } from './ledger.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { createParserStore } from './parsers.ts'
import { createPlatformCallStore } from './platform-calls.ts'
import { createResultStore } from './results.ts'
import { createSettingsStore } from './settings.ts'
import { createTraceStore } from './traces.ts'
import { createUsageStore } from './usage.ts'

/**
 * Opens the store of a data folder, migrated and owned by this process until `close`. The vault seals secret settings.
 * Throws FolderOwnedError when another process owns the folder.
 */
export function openStore(dataDir: string, vault?: Vault) {
  const db = openDatabase(dataDir)
  try {
    migrate(db, dataDir, new Date())
  } catch (error) {
    db.close()
    throw error
  }
  const engine = createEngine(db)
  return {
    accounts: createAccountStore(engine),
    keys: createKeyStore(engine),
    ledger: createLedgerStore(engine),
    cachedPages: createCachedPageStore(engine),
    calls: createCallStore(engine),
    idempotency: createIdempotencyStore(engine),
    parsers: createParserStore(engine),
    platformCalls: createPlatformCallStore(engine),
    results: createResultStore(engine),
    settings: createSettingsStore(engine, vault),
    traces: createTraceStore(engine),
    usage: createUsageStore(engine),
    freeBytes: engine.freeBytes,
    backup: engine.backup,
    close: engine.close,
  }
}

export type Store = ReturnType<typeof openStore>
