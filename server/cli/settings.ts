import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { didYouMean } from '../base/fields/nearest-name.ts'
import type { SettingRow } from '../settings/resolve-settings.ts'
import { type SettingName, settingNames } from '../settings/settings.ts'
import { RefusedError } from './client.ts'
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

const isSetting = (name: string) => settingNames.includes(name as SettingName)

/** Throws if there is no setting of this name, before a store is created for it. */
function assertSetting(name: string): void {
  if (isSetting(name)) return
  const [left, right] = name.split(/=(.*)/s)
  const hint = isSetting(left!)
    ? `To change ${left}: ${command`settings ${left!} ${right || 'VALUE'}`}`
    : didYouMean(left!, settingNames, `${command`settings`} lists them.`)
  throw new Error(`There is no setting ${name}. ${hint}`)
}

/** Leaves the field of the call out of an error, which names the setting itself. */
function dropField(error: unknown): never {
  if (!(error instanceof RefusedError)) throw error
  const { field: _, ...body } = error.body
  throw new RefusedError(body)
}

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
        if (name) assertSetting(name)
        const rows = await withService(flagsOf(options), async client => {
          const path = `/admin/settings/${encodeURIComponent(name ?? '')}`
          if (name && (value !== undefined || options.reset))
            return [
              await client.admin<SettingRow>('POST', path, options.reset ? {} : { value }).catch(dropField),
            ]
          const { data } = await client.admin<{ data: SettingRow[] }>('GET', '/admin/settings')
          return name ? data.filter(row => row.name === name) : data
        })
        print(rows, options, () =>
          columns(rows.map(row => [row.name, valueText(row.value), row.origin, row.description])),
        )
        if (value !== undefined || options.reset) warnNotInEffect(rows[0]!)
      },
    )
}
