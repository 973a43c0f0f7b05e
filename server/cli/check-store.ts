import { statSync } from 'node:fs'
import { commandLine } from '../base/command.ts'
import { checkFile, findGoodBackup } from '../store/file/check-store.ts'
import { databaseFile } from '../store/file/database-file.ts'
import { explainDisk, isDamage } from '../store/file/disk-errors.ts'
import { readClosedState } from '../store/file/upkeep.ts'
import { type Client, RefusedError } from './client.ts'

/** The result of one check of `winnow doctor`. A finding that is ok but has a `remedy` is a warning. */
export interface Finding {
  check: string
  ok: boolean
  found: string
  remedy?: string
}

interface StoreCheck {
  damage: string[]
  loss: string | null
  /** The newest intact backup. */
  backup: string | null
}

function toFinding({ damage, loss, backup }: StoreCheck): Finding {
  if (damage.length)
    return {
      check: 'store',
      ok: false,
      found: `damaged: ${damage.slice(0, 3).join('; ')}`,
      remedy: backup
        ? `Stop Winnow, then: ${commandLine`restore ${backup}`}`
        : `Stop Winnow, then: ${commandLine`restore FILE`}, with an intact backup`,
    }
  return loss
    ? { check: 'store', ok: false, found: 'intact, but changes were lost', remedy: loss }
    : { check: 'store', ok: true, found: 'intact' }
}

/** Checks the store of a data folder that no service uses. */
export async function checkClosedStore(dataDir: string): Promise<Finding> {
  const file = databaseFile(dataDir)
  try {
    const { loss, backup: knownBackup, refusal } = readClosedState(dataDir)
    if (refusal) return unusableStore(refusal)
    if (!statSync(file, { throwIfNoEntry: false }))
      return loss ? toFinding({ damage: [], loss, backup: null }) : noStore
    const damage = await checkFile(file)
    const backup = damage.length ? await findGoodBackup(dataDir, knownBackup) : null
    return toFinding({ damage, loss, backup })
  } catch (error) {
    if (!isDamage(error)) return notChecked((explainDisk(error, dataDir) as Error).message)
    return toFinding({
      damage: [(error as Error).message],
      loss: null,
      backup: await findGoodBackup(dataDir, null),
    })
  }
}

/** Returns the settings saved in the store of a data folder that no service uses; `{}` if it cannot be read. */
export function savedSettings(dataDir: string): Record<string, unknown> {
  try {
    return readClosedState(dataDir).settings
  } catch {
    return {}
  }
}

const unusableStore = (found: string): Finding => ({
  check: 'store',
  ok: false,
  found,
  remedy: 'Start the Winnow that wrote it, or choose another folder with --data-dir.',
})

const noStore: Finding = { check: 'store', ok: true, found: 'none yet' }

const notChecked = (reason: string, remedy?: string): Finding => ({
  check: 'store',
  ok: false,
  found: `not checked: ${reason}`,
  ...(remedy && { remedy }),
})

/** Asks the running service to check its store. */
export async function checkServedStore(client: Client): Promise<Finding> {
  try {
    const { damage } = await client.admin<{ damage: string[] }>('POST', '/admin/store/check')
    const { store } = await client.admin<{ store: Omit<StoreCheck, 'damage'> }>('GET', '/admin/diagnostics')
    return toFinding({ ...store, damage })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return notChecked(error.message, String(error.body.hint ?? ''))
  }
}
