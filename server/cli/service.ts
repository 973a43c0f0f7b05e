import { startApp } from '../app.ts'
import { readLock } from '../lock-file.ts'
import { resolveSettings } from '../resolve-settings.ts'
import type { SettingName } from '../settings.ts'
import { FolderOwnedError } from '../store/open-database.ts'
import { type Client, createClient } from './client.ts'

/** Flags of a command that are settings, by name. */
export type Flags = Partial<Record<SettingName, unknown>>

/** The data folder that flags and variables name. */
export const dataDirOf = (flags: Flags) =>
  resolveSettings({ flags, env: process.env, stored: {} }).values.data_dir

const answers = async (address: string) => {
  try {
    return (await fetch(`${address}/health`, { signal: AbortSignal.timeout(2_000) })).status < 500
  } catch {
    return false
  }
}

/** A client of the service that owns the folder; null where none answers. */
export async function runningClient(flags: Flags): Promise<Client | null> {
  const owner = readLock(dataDirOf(flags))
  return owner && (await answers(owner.address)) ? createClient(owner) : null
}

/**
 * Does `work` through the service that owns the data folder; where none runs, through one that lives as long as the
 * work does. Either way it goes over the same HTTP interface.
 */
export async function withService<T>(flags: Flags, work: (client: Client) => Promise<T>): Promise<T> {
  const running = await runningClient(flags)
  if (running) return work(running)
  const app = await startApp({ flags: { ...flags, host: '127.0.0.1', port: 0 }, env: process.env }).catch(
    explainOwned(flags),
  )
  try {
    return await work(createClient({ address: app.address, token: app.adminToken }))
  } finally {
    await app.stop()
  }
}

/** Turns "another process owns this folder" into a sentence that names it. */
export const explainOwned = (flags: Flags) => (error: unknown) => {
  if (!(error instanceof FolderOwnedError)) throw error
  const dataDir = dataDirOf(flags)
  const owner = readLock(dataDir)
  const who = owner ? `process ${owner.pid}, at ${owner.address}` : 'a process that is just starting'
  throw new Error(
    `Another Winnow owns ${dataDir}: ${who}. Use that one, stop it, or choose another folder with --data-dir.`,
  )
}
