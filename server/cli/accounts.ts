import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { flagOf } from '../settings/settings.ts'
import { ACCOUNT_LIMITS, type Account, LIMIT_NAMES } from '../store/accounts/accounts.ts'
import { type CommonOptions, camelCase, flagsOf, wholeNumber, withFolder } from './common-options.ts'
import { columns, print } from './print.ts'
import { withService, withStore } from './service.ts'

interface SetOptions extends CommonOptions {
  monthlyGrant?: number
  unlimited?: boolean
}

const rows = (accounts: Account[]) => [
  ['name', 'at once', 'credits a month', 'billing'],
  ...accounts.map(({ name, limits, monthly_grant, unlimited }) => [
    name,
    String(limits.concurrency),
    monthly_grant ? String(monthly_grant) : '–',
    unlimited ? 'unlimited' : 'by credits',
  ]),
]

/** `winnow accounts list|set`. */
export function addAccounts(program: Command): void {
  const accounts = program
    .command('accounts')
    .description('list accounts and change their limits; `keys create --account NAME` creates one')

  withFolder(accounts.command('list'))
    .description('every account')
    .action(async (options: CommonOptions) => {
      const { data } = await withStore(flagsOf(options), client =>
        client.admin<{ data: Account[] }>('GET', '/admin/accounts'),
      )
      print(data, options, () => columns(rows(data)))
    })

  const setCommand = withFolder(accounts.command('set <name>')).description('change an account')
  for (const limit of LIMIT_NAMES)
    setCommand.option(`${flagOf(limit)} <n>`, ACCOUNT_LIMITS[limit].description, wholeNumber)
  setCommand
    .option(
      '--monthly-grant <credits>',
      'credits granted on the first call of each month; 0 for none',
      wholeNumber,
    )
    .option('--unlimited', 'calls cost nothing')
    .option('--no-unlimited', 'calls cost credits')
    .action(async (name: string, options: SetOptions) => {
      const { monthlyGrant, unlimited } = options
      const limits = LIMIT_NAMES.map(limit => [limit, options[camelCase(limit)]]).filter(
        ([, value]) => value !== undefined,
      )
      const fields = {
        ...(limits.length && { limits: Object.fromEntries(limits) }),
        ...(monthlyGrant !== undefined && { monthly_grant: monthlyGrant }),
        ...(unlimited !== undefined && { unlimited }),
      }
      if (!Object.keys(fields).length)
        throw new Error(`Say what to change. See the options: ${command`accounts set ${name} --help`}`)
      const path = `/admin/accounts/${encodeURIComponent(name)}`
      const account = await withService(flagsOf(options), client =>
        client.admin<Account>('POST', path, fields),
      )
      print(account, options, () => columns(rows([account])))
    })
}
