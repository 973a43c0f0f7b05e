import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { flagOf, SETTINGS, type SettingName, settingNames } from '../settings/settings.ts'
import { FIRST_ACCOUNT } from '../store/accounts/accounts.ts'
import type { Flags } from './service.ts'

/** Options of every command that talks to a service. */
export interface CommonOptions extends Record<string, unknown> {
  account: string
  json?: boolean
}

/** A setting as a command-line option. */
export const settingFlag = (name: SettingName) =>
  new Option(`${flagOf(name)} <value>`, SETTINGS[name].description)

/** Converts the name of an option to the form that commander uses. */
export const camelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The options of a command that are settings, by the names of the settings. */
export const flagsOf = (options: Record<string, unknown>): Flags =>
  Object.fromEntries(
    settingNames
      .filter(name => options[camelCase(name)] !== undefined)
      .map(name => [name, options[camelCase(name)]]),
  )

/** Adds `--data-dir` and `--json`. */
export const withFolder = (command: Command) =>
  command.addOption(settingFlag('data_dir')).option('--json', 'print JSON')

/** Adds `--account`, `--data-dir` and `--json`. */
export const withAccount = (command: Command) =>
  withFolder(command).addOption(
    new Option('--account <name>', 'the account to act for (or WINNOW_ACCOUNT)').default(
      process.env.WINNOW_ACCOUNT || FIRST_ACCOUNT,
    ),
  )

/** Parses the name of a file given as an argument. An empty name would resolve to the current folder. */
export function fileName(text: string): string {
  if (text) return resolve(text)
  throw new InvalidArgumentError('Name a file.')
}

/** Parses a whole number given as an option or argument. */
export function wholeNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  if (Number.isSafeInteger(Number(text))) return Number(text)
  throw new InvalidArgumentError('It is too large.')
}
