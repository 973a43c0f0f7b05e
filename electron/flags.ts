import { Command } from 'commander'
import { flagsOf, settingFlag } from '../server/cli/common-options.ts'
import type { Flags } from '../server/cli/service.ts'
import { settingNames } from '../server/settings/settings.ts'

/** The settings in a command line that also holds switches of Chromium's. */
export function readFlags(argv: readonly string[]): Flags {
  const command = new Command().allowUnknownOption().allowExcessArguments().helpOption(false)
  for (const name of settingNames) command.addOption(settingFlag(name))
  command.parse([...argv], { from: 'user' })
  return flagsOf(command.opts())
}
