import type { Command } from 'commander'
import type { Account } from '../store/accounts.ts'
import { type CommonOptions, flagsOf, wholeNumber, withFolder } from './common-options.ts'
import { columns, print } from './print.ts'
import { withService } from './service.ts'

interface SetOptions extends CommonOptions {
  concurrency?: number
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
  const accounts = program.command('accounts').description('list accounts and change their limits')

  withFolder(accounts.command('list'))
    .description('every account')
    .action(async (options: CommonOptions) => {
      const { data } = await withService(flagsOf(options), client =>
        client.admin<{ data: Account[] }>('GET', '/admin/accounts'),
      )
      print(data, options, () => columns(rows(data)))
    })

  withFolder(accounts.command('set <name>'))
    .description('change an account')
    .option('--concurrency <n>', 'calls that may run at once', wholeNumber)
    .option(
      '--monthly-grant <credits>',
      'credits granted on the first call of a month; 0 for none',
      wholeNumber,
    )
    .option('--unlimited', 'calls cost nothing')
    .option('--no-unlimited', 'calls cost credits')
    .action(async (name: string, options: SetOptions) => {
      const { concurrency, monthlyGrant, unlimited } = options
      const fields = {
        ...(concurrency !== undefined && { limits: { concurrency } }),
        ...(monthlyGrant !== undefined && { monthly_grant: monthlyGrant }),
        ...(unlimited !== undefined && { unlimited }),
      }
      const path = `/admin/accounts/${encodeURIComponent(name)}`
      const account = await withService(flagsOf(options), client =>
        client.admin<Account>('POST', path, fields),
      )
      print(account, options, () => columns(rows([account])))
    })
}
