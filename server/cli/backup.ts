import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { print } from './print.ts'
import { dataDirOf, explainOwned, withService } from './service.ts'

/** `winnow backup FILE` and `winnow restore FILE`. */
export function addBackup(program: Command): void {
  withFolder(program.command('backup <file>'))
    .description('copy the whole store to a new file, also while the service runs')
    .action(async (file: string, options: CommonOptions) => {
      const done = await withService(flagsOf(options), client =>
        client.admin<{ file: string; bytes: number }>('POST', '/admin/backup', { file: resolve(file) }),
      )
      print(done, options, () => `Wrote ${done.file} (${done.bytes} bytes).`)
    })

  withFolder(program.command('restore <file>'))
    .description(
      'put a backup in place of the store; the service must be stopped, and the present store is kept aside',
    )
    .action(async (file: string, options: CommonOptions) => {
      const flags = flagsOf(options)
      const dataDir = dataDirOf(flags)
      const { restoreStore } = await import('../store/restore-store.ts')
      const aside = await restoreStore(dataDir, resolve(file), new Date()).catch(explainOwned(flags))
      print({ data_dir: dataDir, kept_aside: aside }, options, () => [
        `Restored ${file} into ${dataDir}.`,
        ...(aside ? [`The store that was there is kept as ${aside}.`] : []),
      ])
    })
}
