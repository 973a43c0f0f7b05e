import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { command } from '../base/command.ts'
import { isLink } from '../base/file-errors.ts'
import { type FolderOwner, readLock } from '../base/lock-file.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import type { SettingName } from '../settings/settings.ts'
import { databaseFile } from '../store/file/database-file.ts'
import { explainDisk } from '../store/file/disk-errors.ts'
import { type Client, createClient } from './client.ts'

/** Command-line flags that are settings, by name. */
export type Flags = Partial<Record<SettingName, unknown>>

/** Returns the data folder that flags and environment variables name. */
export const dataDirOf = (flags: Flags) =>
  resolveSettings({ flags, env: process.env, stored: {} }).values.data_dir

const ANSWER_TIMEOUT_MS = 2_000

/**
 * `own` if the owner itself answers, for this folder: after a crash another program may listen at its address, and a copied
 * folder contains the lock file of the original. `late` if no answer came in time.
 */
async function probeOwner(
  { address, token, pid }: FolderOwner,
  dataDir: string,
): Promise<'own' | 'other' | 'late'> {
  try {
    const response = await fetch(`${address}/admin/status`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const status = (await response.json()) as { pid: number; data_dir: string }
    const isOwn = response.ok && status.pid === pid && !(await isElsewhere(status.data_dir, dataDir))
    return isOwn ? 'own' : 'other'
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'late' : 'other'
  }
}

/** Whether a service uses a folder other than this one. In a container, its path may not exist on this machine. */
async function isElsewhere(servedDir: string, dataDir: string): Promise<boolean> {
  const folder = await realpath(servedDir).catch(() => null)
  return folder !== null && folder !== (await realpath(dataDir))
}

/** Returns the owner in the lock file. Throws DiskError if the file cannot be read, as in another user's folder. */
function ownerOf(dataDir: string): FolderOwner | null {
  try {
    return readLock(dataDir)
  } catch (error) {
    throw explainDisk(error, dataDir)
  }
}

/** Returns a client of the service that owns the folder, or null if none answers. */
export async function runningClient(flags: Flags): Promise<Client | null> {
  const dataDir = dataDirOf(flags)
  const owner = ownerOf(dataDir)
  return owner && !owner.brief && (await probeOwner(owner, dataDir)) === 'own' ? createClient(owner) : null
}

/**
 * Returns a client of the running service, for opening a window: a service that runs for one command would close the window
 * when the command ends.
 */
export async function windowClient(flags: Flags): Promise<Client> {
  const client = await runningClient(flags)
  if (client) return client
  throw new Error(
    `Winnow is not running on ${dataDirOf(flags)}, and only a running Winnow can open the window. Start it with ${command`serve`}, then open the window.`,
  )
}

/** Returns the owner of the folder if its service does not answer in time, or null if it does or none runs. */
export async function lateOwner(flags: Flags): Promise<FolderOwner | null> {
  const dataDir = dataDirOf(flags)
  const owner = ownerOf(dataDir)
  return owner && !owner.brief && (await probeOwner(owner, dataDir)) === 'late' ? owner : null
}

/** Says that the service does not answer. */
export const unanswered = ({ pid, address }: FolderOwner, dataDir: string) =>
  `Winnow runs on ${dataDir} (process ${pid}, at ${address}), but does not answer. Try again in a moment, or restart it.`

/** Longest wait for another command, or for a service that is just starting. */
const MAX_WAIT_MS = 10_000
const RETRY_MS = 50

/**
 * Runs `work` with a client of the service that owns the data folder. If none runs, starts one for the duration of the
 * work. Both are used through the same HTTP interface.
 */
export async function withService<T>(flags: Flags, work: (client: Client) => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + MAX_WAIT_MS; ; await sleep(RETRY_MS)) {
    // On a busy machine, loading the service may take all of that time, so one more look follows.
    const isLast = Date.now() > deadline
    const client = await runningClient(flags)
    if (client) return work(client)
    const app = await startBriefly(flags).catch(error => {
      if (!isFolderOwned(error) || isLast) explainUnanswered(flags)(error)
    })
    if (app) return work(createClient({ address: app.address, token: app.adminToken })).finally(app.stop)
  }
}

/**
 * Runs `work` as `withService` does, for commands that only show or delete what a store holds. Throws if the data folder has
 * no store, since its name may be mistyped.
 */
export async function withStore<T>(flags: Flags, work: (client: Client) => Promise<T>): Promise<T> {
  const dataDir = dataDirOf(flags)
  if (!hasStore(dataDir) && !(await runningClient(flags)))
    throw new Error(
      `There is no store in ${dataDir}. Choose another folder with --data-dir, or create a store in this one: ${command`serve`}`,
    )
  return withService(flags, work)
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

/** Whether the folder holds a store. Also true for a path that is not a readable folder: opening the store then explains why. */
function hasStore(dataDir: string): boolean {
  try {
    if (statOf(databaseFile(dataDir))) return true
    const folder = statOf(dataDir)
    return folder ? !folder.isDirectory() : isLink(dataDir)
  } catch {
    return true
  }
}

/** Runs `work` with a client of the running service, for work that makes sense only while one runs. */
export async function withRunning<T>(flags: Flags, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await runningClient(flags)
  if (client) return work(client)
  throw new Error(
    `Winnow is not running on this data folder, so there is nothing to follow. Start it: ${command`serve`}`,
  )
}

/** Loads the service only here, so that commands that find a running one start faster. */
async function startBriefly(flags: Flags) {
  const { startApp } = await import('../app.ts')
  const dataDir = dataDirOf(flags)
  const isNew = !hasStore(dataDir)
  const app = await startApp({ flags, env: process.env, brief: true })
  if (isNew) console.error(`Created a store in ${dataDir}.`)
  return app
}

const isFolderOwned = (error: unknown) => (error as Error).name === 'FolderOwnedError'

/** Converts the same to an error for a command that has waited for an answer of the owner. */
const explainUnanswered =
  (flags: Flags) =>
  (error: unknown): never => {
    const dataDir = dataDirOf(flags)
    const owner = isFolderOwned(error) ? readLock(dataDir) : null
    if (!owner || owner.brief) return explainOwned(flags)(error)
    throw new Error(unanswered(owner, dataDir))
  }

/** Converts "another process owns this folder" to an error that names the process. */
export const explainOwned =
  (flags: Flags) =>
  (error: unknown): never => {
    if (!isFolderOwned(error)) throw error
    const dataDir = dataDirOf(flags)
    const owner = readLock(dataDir)
    const ownerLabel = owner ? `process ${owner.pid}, at ${owner.address}` : 'a process that is just starting'
    throw new Error(
      `Another Winnow owns ${dataDir}: ${ownerLabel}. Use that one, stop it, or choose another folder with --data-dir.`,
    )
  }
