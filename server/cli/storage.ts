import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { groupDigits } from '../base/counted.ts'
import { olderService } from './client.ts'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { columns, print, shortTime } from './print.ts'
import { withStore } from './service.ts'

interface StoragePart {
  title: string
  description: string
  bytes: number
}

interface StorageReport {
  folder: string
  data: StoragePart[]
  records: { counted_at: string | null; data: StoragePart[] }
}

/** `winnow storage`: shows what uses how much of the data folder. */
export function addStorage(program: Command): void {
  withFolder(program.command('storage'))
    .description('what takes how much space in the data folder')
    .option('--count', 'count each kind of record, too; the disk needs room for a copy of the store')
    .action(async (options: CommonOptions & { count?: boolean }) => {
      const storage = await withStore(flagsOf(options), client =>
        options.count
          ? client.admin<StorageReport>('POST', '/admin/storage/count')
          : client.admin<StorageReport>('GET', '/admin/storage'),
      )
      if (!storage.records) throw olderService()
      print(storage, options, () => [
        `Data folder ${storage.folder}`,
        ...linesOf(storage.data),
        ...recordLines(storage.records),
      ])
    })
}

function recordLines({ counted_at, data }: StorageReport['records']): string[] {
  if (!counted_at) return ['', `Count each kind of record: ${command`storage --count`}`]
  return ['', `Records, counted at ${shortTime(counted_at)} UTC`, ...linesOf(data)]
}

const linesOf = (parts: StoragePart[]) =>
  columns(
    parts.map(({ title, bytes, description }) => [`  ${title}`, `${groupDigits(bytes)} bytes`, description]),
  )
