import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { didYouMean } from '../base/fields/nearest-name.ts'
import type { SettingRow } from '../settings/resolve-settings.ts'
import { settingNames } from '../settings/settings.ts'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { columns, print } from './print.ts'
import { withService } from './service.ts'

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Says when a saved change takes effect if a flag or variable overrides it, or if the service reads it only when it starts. */
function warnNotInEffect({ value, origin, set_by, saved, waits, default: fallback }: SettingRow): void {
  if (set_by === null) {
    if (waits) console.error('The change takes effect at the next start.')
    return
  }
  const outcome = saved === null ? `Back to the default, ${valueText(fallback)}` : `Saved ${valueText(saved)}`
  const override = `${set_by}${origin === 'flag' ? ' ' : '='}${valueText(value)}`
  console.error(`${outcome}; ${override} applies until the next start without it.`)
}

const noSetting = (name: string) =>
  `There is no setting ${name}. ${didYouMean(name, settingNames, `${command`settings`} lists them.`)}`

/** `winnow settings [name] [value]`. */
export function addSettings(program: Command): void {
  withFolder(program.command('settings [name] [value]'))
    .description('show every setting and where its value comes from; with a name and a value, change one')
    .option('--reset', 'reset the named setting to its default')
    .action(
      async (
        name: string | undefined,
        value: string | undefined,
        options: CommonOptions & { reset?: boolean },
      ) => {
        if (options.reset && !name) throw new Error('Name the setting to reset.')
        if (options.reset && value !== undefined) throw new Error('Give a value or --reset, not both.')
        const rows = await withService(flagsOf(options), async client => {
          const path = `/admin/settings/${encodeURIComponent(name ?? '')}`
          if (name && (value !== undefined || options.reset))
            return [await client.admin<SettingRow>('POST', path, options.reset ? {} : { value })]
          const { data } = await client.admin<{ data: SettingRow[] }>('GET', '/admin/settings')
          return name ? data.filter(row => row.name === name) : data
        })
        if (!rows.length) throw new Error(noSetting(name!))
        print(rows, options, () =>
          columns(rows.map(row => [row.name, valueText(row.value), row.origin, row.description])),
        )
        if (value !== undefined || options.reset) warnNotInEffect(rows[0]!)
      },
    )
}
