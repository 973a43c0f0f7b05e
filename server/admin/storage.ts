import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { iso } from '../base/times.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { DATABASE_FILE } from '../store/file/database-file.ts'
import type { RecordKind } from '../store/record-sizes.ts'
import type { AdminServices } from './services.ts'

/** Parts that can be emptied without losing anyone's work. */
const EMPTIED = ['pages', 'snapshots', 'changed'] as const

/** Labels of a part of the data folder, or of a kind of record. */
interface StorageLabels {
  title: string
  description: string
}

const PARTS = {
  records: {
    title: 'Records',
    description: 'Parsers, databases, jobs and their results, workflows and their runs, accounts and calls.',
  },
  pages: { title: 'Kept pages', description: 'Pages that may be used again instead of fetching them.' },
  snapshots: {
    title: 'Looks of pages',
    description: 'Pages as they look, with their style sheets, pictures and fonts.',
  },
  free: { title: 'Free space', description: 'Freed space in the store; new records take it first.' },
  changed: {
    title: 'Unreadable answers',
    description: 'Upstream answers that no reader understood, for bug reports.',
  },
  profiles: { title: 'Browser profiles', description: 'Cookies and storage of the browser, by platform.' },
  backups: { title: 'Backups', description: 'Copies of the store from before updates and restores.' },
  log: { title: 'Log', description: 'The log and the one before it.' },
} satisfies Record<string, StorageLabels>
type StoragePart = keyof typeof PARTS
const parts = Object.keys(PARTS) as StoragePart[]

/** Kinds of records that make up the part `records`; kept pages are a part of their own. */
type StoredKind = Exclude<RecordKind, 'kept_pages'>
const KINDS: Record<StoredKind, StorageLabels> = {
  parsers: { title: 'Parsers', description: 'Parsers with their versions and stats.' },
  saved_pages: { title: 'Saved pages', description: 'Pages of parsers with their expected results.' },
  jobs: { title: 'Jobs and batches', description: 'Jobs with their input and result, and batches.' },
  job_pages: { title: 'Pages of jobs', description: 'Pages that jobs fetched, kept to be read again.' },
  databases: {
    title: 'Databases',
    description: 'Databases and their rows, with the indexes that search them.',
  },
  changes: { title: 'Changes of databases', description: 'The feeds of added, changed and removed rows.' },
  crons: { title: 'Crons', description: 'Crons and the history of each.' },
  workflows: { title: 'Workflows', description: 'Workflows with their versions.' },
  workflow_runs: { title: 'Workflow runs', description: 'Workflow runs with their items and values.' },
  webhooks: { title: 'Webhooks', description: 'Webhooks and their deliveries.' },
  calls: { title: 'Call history', description: 'Calls, traces, answers kept for repeated calls, and usage.' },
  accounts: {
    title: 'Accounts',
    description: 'Accounts, keys, the ledger, sessions, sign-ins, variables and saved requests.',
  },
  own: { title: 'Settings', description: 'Settings, and what the store says about itself.' },
}

const kinds = Object.keys(KINDS) as StoredKind[]

const described = { title: z.string().describe('What people call it.'), description: z.string() }

const storage = z.object({
  folder: z.string(),
  data: z.array(
    z.object({
      part: z.enum(parts),
      ...described,
      bytes: z.int(),
      can_empty: z.boolean(),
    }),
  ),
  records: z
    .object({
      counted_at: time.nullable().describe('null before the first count since Winnow started.'),
      is_counting: z.boolean(),
      data: z
        .array(
          z.object({
            kind: z.enum(kinds),
            ...described,
            bytes: z.int().describe('Space in the store, with indexes.'),
          }),
        )
        .describe('The largest first; empty before the first count.'),
    })
    .describe('The kinds of records, with their sizes at the last count.'),
})

const example = {
  folder: '/home/me/.winnow',
  data: [{ part: 'pages', ...PARTS.pages, bytes: 1_204_224, can_empty: true }],
  records: {
    counted_at: '2026-01-15T09:30:00.000Z',
    is_counting: false,
    data: [{ kind: 'databases', ...KINDS.databases, bytes: 52_428_800 }],
  },
} satisfies z.input<typeof storage>

/** The data folder: how much space each part uses, and which parts can be emptied. */
export function storageOperations({ store, dataDir, recordCounter }: AdminServices) {
  const use = async (): Promise<Record<StoragePart, number>> => {
    const all = async (beginning: string) => {
      const files = await namesWith(dataDir, beginning)
      const sizes = await Promise.all(files.map(name => bytesOf(join(dataDir, name))))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    const [pages, free] = [await store.cachedPages.bytes(), store.freeBytes()]
    return {
      records: Math.max(0, (await all(DATABASE_FILE)) - pages - free),
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
    const canEmpty = (part: StoragePart) => EMPTIED.includes(part as never)
    const row = (part: StoragePart) => ({
      part,
      ...PARTS[part],
      bytes: bytes[part],
      can_empty: canEmpty(part),
    })
    return { folder: dataDir, data: parts.map(row), records: records() }
  }

  function records(): z.input<typeof storage>['records'] {
    const last = recordCounter.last()
    const data = kinds.map(kind => ({ kind, ...KINDS[kind], bytes: last?.bytes[kind] ?? 0 }))
    return {
      counted_at: last && iso(last.at),
      is_counting: recordCounter.isCounting(),
      data: last ? data.toSorted((a, b) => b.bytes - a.bytes) : [],
    }
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

  const count = defineOperation({
    id: 'storage-count',
    group: 'admin',
    summary: 'Count how much space each kind of record takes.',
    description:
      'A copy of the store is read, for which the disk must have room; calls go on meanwhile. The sizes stay known until ' +
      'Winnow stops.',
    method: 'POST',
    path: '/admin/storage/count',
    access: 'admin',
    input: z.strictObject({}),
    output: storage,
    example: { input: {}, output: example },
    answer: 'value',
    async run() {
      await recordCounter.count()
      return shown()
    },
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
  return [show, count, empty] as const
}

/** Returns the bytes of a file, or of all files below a folder; 0 if it does not exist. Files that are deleted meanwhile count 0. */
async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map(name => bytesOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns the names directly in a folder that start with `beginning`. */
const namesWith = async (folder: string, beginning: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => name.startsWith(beginning))
