import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of a file, or of all files below a folder; 0 where there is nothing. What goes away meanwhile counts nothing. */
export async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map(name => bytesOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The names directly in a folder that begin so. */
export const namesWith = async (folder: string, beginning: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => name.startsWith(beginning))
