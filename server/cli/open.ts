import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { print } from './print.ts'
import { dataDirOf, runningClient } from './service.ts'

/** `winnow open`: prints the address that signs a window of the running app in. */
export function addOpen(program: Command): void {
  withFolder(program.command('open'))
    .description('print an address that opens the app, once, within 15 minutes')
    .action(async (options: CommonOptions) => {
      const client = await runningClient(flagsOf(options))
      if (!client)
        throw new Error(
          `Winnow is not running on ${dataDirOf(flagsOf(options))}. Start it: ${command`serve`}`,
        )
      const invitation = await client.admin<{ address: string; expires_at: string }>('POST', '/admin/windows')
      print(invitation, options, () => invitation.address)
    })
}
