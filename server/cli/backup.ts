import type { Command } from 'commander'
import { groupDigits } from '../base/counted.ts'
import { type CommonOptions, fileName, flagsOf, withFolder } from './common-options.ts'
import { print } from './print.ts'
import { dataDirOf, explainOwned, withStore } from './service.ts'

/** `winnow backup FILE`, `winnow restore FILE` and `winnow compact`. */
export function addBackup(program: Command): void {
  withFolder(program.command('backup'))
    .argument('<file>', 'the new file', fileName)
    .description('copy the whole store to a new file, also while the service runs')
    .action(async (file: string, options: CommonOptions) => {
      const backup = await withStore(flagsOf(options), client =>
        client.admin<{ file: string; bytes: number }>('POST', '/admin/backup', { file }),
      )
      print(backup, options, () => `Wrote ${backup.file} (${groupDigits(backup.bytes)} bytes).`)
    })

  withFolder(program.command('restore'))
    .argument('<file>', 'the backup', fileName)
    .description(
      'replace the store with a backup; the service must be stopped, and the current store is kept aside',
    )
    .action(async (file: string, options: CommonOptions) => {
      const flags = flagsOf(options)
      const dataDir = dataDirOf(flags)
      const { restoreStore } = await import('../store/file/restore-store.ts')
      const asidePath = await restoreStore(dataDir, file, new Date()).catch(explainOwned(flags))
      print({ data_dir: dataDir, kept_aside: asidePath }, options, () => [
        `Restored ${file} into ${dataDir}.`,
        ...(asidePath ? [`The store that was there is kept as ${asidePath}.`] : []),
      ])
    })

  withFolder(program.command('compact'))
    .description(
      'rewrite the store without its freed space; a running service answers nothing until it is done',
    )
    .action(async (options: CommonOptions) => {
      const result = await withStore(flagsOf(options), client =>
        client.admin<{ bytes_before: number; bytes_after: number }>('POST', '/admin/store/compact'),
      )
      print(
        result,
        options,
        () =>
          `The store has ${groupDigits(result.bytes_after)} bytes now; it had ${groupDigits(result.bytes_before)} before.`,
      )
    })
}
