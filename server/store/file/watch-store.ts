import { statSync } from 'node:fs'
import type { Store } from '../open-store.ts'
import { checkInUse, findGoodBackup } from './check-store.ts'
import { databaseFile } from './database-file.ts'
import { type DiskError, movedFolder } from './disk-errors.ts'

interface WatchDependencies {
  store: Store
  dataDir: string
  log: { info(message: string): void; warn(message: string): void; error(error: unknown): void }
  /** Stops everything that writes. */
  onDamage(): void
  /** Called if the file of the store is no longer where it was opened. */
  onFolderLost?: ((error: DiskError) => void) | undefined
}

/** Milliseconds between two checks that the file is still in its place. */
const CHECK_MS = 5_000

/** Watches the health of a store while it is served. */
interface StoreWatch {
  /** Reports known problems, and checks a store whose last service ended without closing it. */
  start(): void
  /** Checks the whole store. Returns a line per damage. Throws 409 `conflict` if the disk has no room for a copy. */
  check(): Promise<string[]>
  /** Stops watching, and aborts a check in progress. */
  stop(): Promise<void>
}

/**
 * Reports losses, checks a store whose last service ended without closing it, stops all writing if it is damaged, and
 * notices if its file was moved or deleted.
 */
export function watchStore({ store, dataDir, log, onDamage, onFolderLost }: WatchDependencies): StoreWatch {
  const { health } = store
  const file = databaseFile(dataDir)
  const inode = statSync(file).ino
  const stopping = new AbortController()

  async function nameBackup() {
    const backup = await findGoodBackup(dataDir, store.lastBackup())
    health.backupFound(backup)
    log.warn(backup ? `the newest intact backup is ${backup}` : 'no intact backup was found')
  }

  async function check() {
    const found = await checkInUse(store, dataDir, stopping.signal)
    if (found.length) health.damaged(found)
    else store.noteWhole()
    return found
  }

  async function checkAfterCrash() {
    log.warn('the last service ended without closing the store: checking it now')
    const found = await check()
    if (!found.length) log.info('the store is intact')
  }

  const report = (error: unknown) => {
    if (!stopping.signal.aborted) log.error(error)
  }

  let first = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function checkFolder() {
    const lost = await movedFolder(file, inode)
    if (lost) onFolderLost?.(lost)
    else scheduleCheck()
  }

  /** Schedules the next check after the previous one: on a network drive that does not answer, a check may take long. */
  function scheduleCheck() {
    if (!stopping.signal.aborted) timer = setTimeout(checkFolder, CHECK_MS).unref()
  }

  return {
    start() {
      health.whenDamaged(() => {
        log.warn(`the store is damaged; nothing more is written: ${health.damage()}`)
        onDamage()
        nameBackup().catch(report)
      })
      for (const warning of health.warnings()) log.warn(warning)
      scheduleCheck()
      if (store.wasCutShort) first = checkAfterCrash().catch(report)
    },
    check,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await first
    },
  }
}
