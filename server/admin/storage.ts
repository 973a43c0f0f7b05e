import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineOperation } from '../operations/operation.ts'
import type { AdminServices } from './services.ts'

/** What can be emptied without losing anybody's work. */
const EMPTIED = ['pages', 'snapshots', 'changed'] as const

const PARTS = {
  records: 'Parsers, databases, jobs and their results, workflows and their runs, accounts and calls.',
  pages: 'Pages that may be used again instead of fetching them.',
  snapshots: 'Pages as they look, with their style sheets, pictures and fonts.',
  free: 'Freed space in the store; new records take it first.',
  changed: 'Upstream answers that no reader understood, for bug reports.',
  profiles: 'Cookies and storage of the browser, by platform.',
  backups: 'Copies of the store from before an update.',
  log: 'The log and the one before it.',
}
type Part = keyof typeof PARTS
const names = Object.keys(PARTS) as Part[]

const storage = z.object({
  folder: z.string(),
  data: z.array(
    z.object({
      part: z.enum(names),
      bytes: z.int(),
      description: z.string(),
      can_empty: z.boolean(),
    }),
  ),
})

const example = {
  folder: '/home/me/.winnow',
  data: [{ part: 'pages', bytes: 1_204_224, description: PARTS.pages, can_empty: true }],
} satisfies z.input<typeof storage>

/** The data folder: what takes how much of it, and what may go. */
export function storageOperations({ store, dataDir }: AdminServices) {
  const use = async (): Promise<Record<Part, number>> => {
    const all = async (beginning: string) => {
      const files = await namesWith(dataDir, beginning)
      const sizes = await Promise.all(files.map(name => bytesOf(join(dataDir, name))))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    const [pages, free] = [await store.cachedPages.bytes(), store.freeBytes()]
    return {
      records: Math.max(0, (await all('winnow.db')) - pages - free),
      pages,
      free,
      snapshots: await all('snapshots'),
      changed: await all('changed'),
      profiles: await all('profiles'),
      backups: await all('backups'),
      log: await all('winnow.log'),
    }
  }

  const shown = async (): Promise<z.input<typeof storage>> => {
    const bytes = await use()
    const canEmpty = (part: Part) => EMPTIED.includes(part as never)
    const row = (part: Part) => ({
      part,
      bytes: bytes[part],
      description: PARTS[part],
      can_empty: canEmpty(part),
    })
    return { folder: dataDir, data: names.map(row) }
  }

  const show = defineOperation({
    id: 'storage-show',
    group: 'admin',
    summary: 'How the space of the data folder is used.',
    method: 'GET',
    path: '/admin/storage',
    access: 'admin',
    input: z.strictObject({}),
    output: storage,
    example: { input: {}, output: example },
    answer: 'value',
    run: shown,
  })

  const empty = defineOperation({
    id: 'storage-empty',
    group: 'admin',
    summary: 'Drop the kept pages, how they look, or the upstream answers kept for bug reports.',
    method: 'POST',
    path: '/admin/storage/{part}/empty',
    access: 'admin',
    input: z.strictObject({ part: z.enum(EMPTIED).describe('What to drop.') }),
    output: storage,
    example: { input: { part: 'pages' }, output: { ...example, data: [{ ...example.data[0]!, bytes: 0 }] } },
    answer: 'value',
    async run({ part }) {
      if (part === 'pages') await store.cachedPages.clear()
      else await rm(join(dataDir, part), { recursive: true, force: true })
      return shown()
    },
  })
  return [show, empty] as const
}

/** Bytes of a file, or of all files below a folder; 0 where there is nothing. What goes away meanwhile counts nothing. */
async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map(name => bytesOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The names directly in a folder that begin so. */
const namesWith = async (folder: string, beginning: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => name.startsWith(beginning))
