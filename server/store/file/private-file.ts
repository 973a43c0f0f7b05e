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
 * Creates an empty file that only its owner can read, for SQLite to fill: SQLite itself would let others read it. Its
 * journals get the mode of the file. Throws EEXIST if the file exists.
 */
export const createPrivateFile = (file: string) => closeSync(openSync(file, 'wx', 0o600))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder that only its owner can enter, and its missing parents. `mkdirSync` with `recursive` never returns if
 * the system reports a folder as missing although its parent exists, as in `/proc`.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error
  }
}

/** The names that Winnow itself creates in its folder. */
const OWN_NAMES = /^(winnow\.(db|log|lock|generation).*|backups|snapshots|profiles|changed|tmp)$/
const OTHERS_MODE = 0o077
/** Folders such as `/tmp` are shared on purpose, whoever owns them. */
const STICKY_BIT = 0o1000

/** Windows does not use file modes; folders of a user belong to that user. */
const hasModes = process.platform !== 'win32'
const isOwn = (uid: number) => uid === process.getuid?.()

/** Whether other users of this machine can read or enter a folder. */
export const isOpenToOthers = (folder: string): boolean =>
  hasModes && (statSync(folder).mode & OTHERS_MODE) !== 0

/**
 * Creates a data folder, or closes an existing one to others: everything that Winnow put into it, and the folder itself if
 * it contains nothing else. A folder that also serves other purposes, or belongs to somebody else, stays as it is: `doctor`
 * reports it.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder)
  if (!hasModes) return
  const names = readdirSync(folder)
  for (const name of names.filter(name => OWN_NAMES.test(name))) closeToOthers(join(folder, name))
  const { mode } = statSync(folder)
  if (names.every(name => OWN_NAMES.test(name)) && !(mode & STICKY_BIT)) closeToOthers(realpathSync(folder))
}

/** Symbolic links are left alone: their target may not belong to Winnow. */
function closeToOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink() && found.mode & OTHERS_MODE && isOwn(found.uid))
    chmodSync(path, found.isDirectory() ? 0o700 : 0o600)
}
