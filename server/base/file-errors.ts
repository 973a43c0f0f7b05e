/** What codes of the system say about a path. */
const SENTENCES = new Map<string, (path: string) => string>([
  ['EEXIST', path => `${path} exists already. Choose another name.`],
  ['EISDIR', path => `${path} is a folder. Name a file.`],
  ['ENOTDIR', path => `${path} cannot be there: a part of this path is a file. Choose another folder.`],
  ['ENOENT', path => `${path} does not exist, or its folder does not.`],
  ['EACCES', path => `${path} cannot be read or written by this user. Choose another place.`],
])

/** A system error of a file as a sentence for people; null for any other error. */
export function fileSentence(error: unknown): string | null {
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (path === undefined) return null
  // A folder that is there already is none to `mkdir` with `recursive`; a file is.
  if (code === 'EEXIST' && syscall === 'mkdir') return `${path} is a file. Choose a folder.`
  // The folder above it is there: see makeFolder.
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${path} cannot be created there. Choose another folder.`
  return SENTENCES.get(code)?.(path) ?? null
}
