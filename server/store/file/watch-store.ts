import type { Store } from '../open-store.ts'
import { checkInUse, findGoodBackup } from './check-store.ts'

interface WatchParts {
  store: Store
  dataDir: string
  log: { info(message: string): void; warn(message: string): void; error(error: unknown): void }
  /** Ends what would write. */
  onDamage(): void
}

/** Looks after the health of a store that is served. */
export interface StoreWatch {
  /** Reports what is known, and checks the store whose last service was cut short. */
  start(): void
  /** Looks through the whole store; returns what is damaged, in lines. Throws 409 where the disk has no room for a copy. */
  check(): Promise<string[]>
  /** Ends a check under way. */
  stop(): Promise<void>
}

/** Reports losses, checks a store whose last service was cut short, and ends all writing where it is damaged. */
export function watchStore({ store, dataDir, log, onDamage }: WatchParts): StoreWatch {
  const { health } = store
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

  async function checkAfterCut() {
    log.warn('the last service ended without closing the store: checking it now')
    const found = await check()
    if (!found.length) log.info('the store is intact')
  }

  const report = (error: unknown) => {
    if (!stopping.signal.aborted) log.error(error)
  }

  let first = Promise.resolve()

  return {
    start() {
      health.whenDamaged(() => {
        log.warn(`the store is damaged; nothing more is written: ${health.damage()}`)
        onDamage()
        nameBackup().catch(report)
      })
      for (const warning of health.warnings()) log.warn(warning)
      if (store.wasCutShort) first = checkAfterCut().catch(report)
    },
    check,
    async stop() {
      stopping.abort()
      await first
    },
  }
}
