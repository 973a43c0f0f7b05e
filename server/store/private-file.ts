import { closeSync, openSync } from 'node:fs'

/**
 * Makes an empty file that its owner alone can read, for SQLite to fill: SQLite itself would let others read it. Its
 * journals get the file's mode. Throws EEXIST where the file is there.
 */
export const createPrivateFile = (file: string) => closeSync(openSync(file, 'wx', 0o600))
