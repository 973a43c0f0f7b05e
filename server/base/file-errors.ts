import { lstatSync } from 'node:fs'

/** What each system error code means for a path. */
const SENTENCES = new Map<string, (path: string) => string>([
  ['EEXIST', path => `${path} exists already. Choose another name.`],
  ['EISDIR', path => `${path} is a folder. Name a file.`],
  ['ENOTDIR', path => `${path} cannot be there: a part of this path is a file. Choose another folder.`],
  ['ENOENT', path => `${path} does not exist, or its folder does not.`],
  ['EACCES', path => `${path} cannot be read or written by this user. Choose another place.`],
  ['EROFS', path => `${path} is on a disk that can only be read. Choose another place.`],
  ['ENOSPC', path => `The disk of ${path} is full. Free some space there, or choose another place.`],
  [
    'EDQUOT',
    path => `The disk of ${path} is full for this user. Free some space there, or choose another place.`,
  ],
])

/** Codes that concern the target of a write, not the file that is read for it. */
const TARGET_CODES = /^(EROFS|ENOSPC|EDQUOT)$/

export const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Describes a system error of a file as a sentence for people. Returns null for any other error. */
export function fileSentence(error: unknown): string | null {
  const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (path === undefined) return null
  // `mkdir` with `recursive` accepts an existing folder, so EEXIST means a file or a dangling link.
  if (code === 'EEXIST' && syscall === 'mkdir')
    return isLink(path)
      ? `${path} leads to a folder that is not there. Connect its drive, or choose another folder.`
      : `${path} is a file. Choose a folder.`
  // The parent folder exists: see makeFolder.
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${path} cannot be created there. Choose another folder.`
  return SENTENCES.get(code)?.((TARGET_CODES.test(code) && dest) || path) ?? null
}
