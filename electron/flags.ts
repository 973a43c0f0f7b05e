import { Command } from 'commander'
import { flagsOf, settingFlag } from '../server/cli/common-options.ts'
import type { Flags } from '../server/cli/service.ts'
import { settingNames } from '../server/settings/settings.ts'

/** Parses the settings in a command line that may also contain switches of Chromium. */
export function readFlags(argv: readonly string[]): Flags {
  const command = new Command().allowUnknownOption().allowExcessArguments().helpOption(false)
  for (const name of settingNames) command.addOption(settingFlag(name))
  command.parse([...argv], { from: 'user' })
  return flagsOf(command.opts())
}
