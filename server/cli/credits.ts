import type { Command } from 'commander'
import type { Balance } from '../accounts/credits.ts'
import { creditsHint } from '../accounts/limits.ts'
import { counted, groupDigits } from '../base/counted.ts'
import { type CommonOptions, flagsOf, wholeNumber, withAccount } from './common-options.ts'
import { print } from './print.ts'
import { withService, withStore } from './service.ts'

/** Describes the balance, and how to get more credits if none are left. */
const describeBalance = ({ balance, held, available }: Balance, account: string) => {
  const text = `${counted(balance, 'credit')}: ${groupDigits(available)} free, ${groupDigits(held)} held by running calls and open jobs`
  return available > 0 ? text : `${text}\n${creditsHint({ name: account })}`
}

/** `winnow credits show|grant`. */
export function addCredits(program: Command): void {
  const credits = program.command('credits').description('see and grant credits')

  withAccount(credits.command('show'))
    .description('the balance of an account')
    .action(async (options: CommonOptions) => {
      const { account } = options
      const balance = await withStore(flagsOf(options), client =>
        client.admin<Balance>('GET', '/admin/credits', { account }),
      )
      print(balance, options, () => describeBalance(balance, account))
    })

  withAccount(credits.command('grant'))
    .argument('<n>', 'how many', wholeNumber)
    .description('add credits to an account; a negative number removes them')
    .action(async (n: number, options: CommonOptions) => {
      const fields = { account: options.account, credits: n }
      const balance = await withService(flagsOf(options), client =>
        client.admin<Balance>('POST', '/admin/credits', fields),
      )
      print(balance, options, () => describeBalance(balance, options.account))
    })
}
