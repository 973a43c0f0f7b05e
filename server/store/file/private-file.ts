import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates an empty file that its owner alone can read, for SQLite to fill: SQLite itself would let others read it. Its
 * journals get the file's mode. Throws EEXIST where the file is there.
 */
export const createPrivateFile = (file: string) => closeSync(openSync(file, 'wx', 0o600))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder that its owner alone can enter, with those above it. With `recursive`, `mkdirSync` never returns where the
 * system says of a folder below one that exists that it does not exist, as in `/proc`.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

/** What Winnow itself puts into its folder. */
const OURS = /^(winnow\.(db|log|lock|generation).*|backups|snapshots|profiles|changed|tmp)$/
const OTHERS = 0o077
/** `/tmp` and its like are shared on purpose, whoever owns them. */
const STICKY = 0o1000

/** Permissions say nothing on Windows, where folders of a user are the user's own. */
const hasModes = process.platform !== 'win32'
const isOwn = (uid: number) => uid === process.getuid?.()

/** Whether other users of this machine can read or enter a folder. */
export const isOpenToOthers = (folder: string): boolean => hasModes && (statSync(folder).mode & OTHERS) !== 0

/**
 * Creates a data folder, or closes one that is there to others: what Winnow put into it, and the folder itself where it
 * holds nothing else. A folder that serves other purposes too, or is somebody else's, stays as it is: `doctor` names it.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder)
  if (!hasModes) return
  const names = readdirSync(folder)
  for (const name of names.filter(name => OURS.test(name))) closeToOthers(join(folder, name))
  const { mode } = statSync(folder)
  if (names.every(name => OURS.test(name)) && !(mode & STICKY)) closeToOthers(realpathSync(folder))
}

/** A link is left alone: what it leads to may not be ours. */
function closeToOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink() && found.mode & OTHERS && isOwn(found.uid))
    chmodSync(path, found.isDirectory() ? 0o700 : 0o600)
}
