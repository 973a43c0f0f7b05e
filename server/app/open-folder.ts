import { createWallClock } from '../base/wall-clock.ts'
import { openLog } from '../log/log.ts'
import { createFaults } from '../log/uncaught-errors.ts'
import { resolveSettings, type SettingLayers } from '../settings/resolve-settings.ts'
import type { Vault } from '../settings/sealed.ts'
import { FIRST_ACCOUNT } from '../store/accounts/accounts.ts'
import { explainDamage } from '../store/file/check-store.ts'
import { databaseFile } from '../store/file/database-file.ts'
import { type DiskError, lostFolder } from '../store/file/disk-errors.ts'
import { isRefusal } from '../store/file/health.ts'
import { removeBrokenCopies } from '../store/file/restore-store.ts'
import { emptyTempFolder } from '../store/file/temp-folder.ts'
import { openStore } from '../store/open-store.ts'

/** Options for opening a data folder. */
export interface FolderOptions {
  flags: SettingLayers['flags']
  env: SettingLayers['env']
  /** Encrypts and decrypts secret settings. */
  vault?: Vault
  /** Called, possibly repeatedly, when the data folder is gone, such as with a removed drive: nothing can be stored then. */
  onFolderLost?: (error: DiskError) => void
}

/** An open data folder with its store, settings and log, and the clock. */
export type DataFolder = Awaited<ReturnType<typeof openFolder>>

/**
 * Opens the data folder that the settings name, and cleans up after a process that was killed.
 * Throws FolderOwnedError if another process owns the folder.
 */
export async function openFolder(options: FolderOptions) {
  const { flags, env } = options
  const dataDir = resolveSettings({ flags, env, stored: {} }).values.data_dir
  try {
    return await openAndCleanUp(dataDir, options)
  } catch (error) {
    throw await explainDamage(error, dataDir)
  }
}

async function openAndCleanUp(dataDir: string, { flags, env, vault, onFolderLost }: FolderOptions) {
  const clock = createWallClock()
  const { now } = clock
  const store = openStore(dataDir, vault)
  const settings = resolveSettings({ flags, env, stored: store.settings.all() })
  const log = openLog(dataDir, settings.values.log_level)
  const report = (error: unknown, requestId?: string) => {
    store.health.note(error)
    // That a damaged store is not written to has been logged before.
    if (!isRefusal(error)) log.error(error, requestId)
    void lostFolder(error, databaseFile(dataDir)).then(lost => lost && onFolderLost?.(lost))
  }

  await emptyTempFolder(dataDir).catch(report)
  removeBrokenCopies(dataDir)
  await store.settings.sealSecrets()
  await store.sums.catchUp()
  // Writes these changes from the log into the file while nobody waits.
  store.checkpoint()
  await store.idempotency.endRunning()
  await store.jobQueue.takeBack(Number.MAX_SAFE_INTEGER, now())
  await store.write(() => store.rowDigests.endBrokenOff(now()))
  await store.accounts.ensure(FIRST_ACCOUNT, settings.values.birth_credits, now())
  const faults = createFaults(log.fault, now)
  return { dataDir, store, settings, log, clock, now, report, faults, onFolderLost }
}
