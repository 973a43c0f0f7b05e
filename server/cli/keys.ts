import { type Command, InvalidArgumentError } from 'commander'
import { command } from '../base/command.ts'
import { isOver } from '../base/times.ts'
import type { ApiKey } from '../store/accounts/keys.ts'
import { RefusedError } from './client.ts'
import { type CommonOptions, flagsOf, wholeNumber, withAccount, withFolder } from './common-options.ts'
import { columns, print, shortTime } from './print.ts'
import { withService, withStore } from './service.ts'

interface CreateOptions extends CommonOptions {
  name: string
  scopes?: string
  expires?: string
  monthlyCap?: number
}

function stateOf({ active, expires_at }: ApiKey): string {
  if (!active) return 'revoked'
  return isOver(expires_at, Date.now()) ? 'expired' : 'active'
}

const rows = (keys: ApiKey[]) => [
  ['id', 'name', 'key', 'scopes', 'state', 'last used'],
  ...keys.map(key => [
    key.id,
    key.name,
    `${key.prefix}…${key.last4}`,
    key.scopes.join(','),
    stateOf(key),
    shortTime(key.last_used_at),
  ]),
]

/** The flags of `keys create`, by the fields of the call. */
const FLAGS = new Map([
  ['account', '--account'],
  ['name', '--name'],
  ['scopes', '--scopes'],
  ['expires_at', '--expires'],
  ['monthly_cap', '--monthly-cap'],
])

/** Names the flag in the error of a refused call, instead of the field. */
function nameFlag(error: unknown): never {
  if (!(error instanceof RefusedError)) throw error
  const { field, ...body } = error.body
  const flag = FLAGS.get(String(field).replace(/\[.*/, ''))
  if (flag === undefined) throw error
  const named = error.message.replace(`\`${field}\``, flag)
  throw new RefusedError({ ...body, error: named, ...(named === error.message && { field: flag }) })
}

/** Parses the id of a key. An empty one or dots, as from a variable that is not set, would make another path. */
function keyId(text: string): string {
  if (/[^.]/.test(text)) return text
  throw new InvalidArgumentError('Give the id of a key.')
}

/** Says where the ids of keys are if there is no key of an id. */
function nameList(error: unknown): never {
  if (!(error instanceof RefusedError) || error.body.hint !== undefined) throw error
  throw new RefusedError({ ...error.body, hint: `The ids of an account’s keys: ${command`keys list`}` })
}

/** `winnow keys create|list|revoke`. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke API keys')

  withAccount(keys.command('create'))
    .description(
      'create a key and print its secret, which is shown only once; creates the account where there is none of that name',
    )
    .option('--name <name>', 'a name for people', 'key')
    .option('--scopes <list>', 'read, run, manage (comma list; all when left out)')
    .option('--expires <time>', 'when the key ends, such as 2027-01-01T00:00:00Z')
    .option('--monthly-cap <credits>', 'the most credits that it may spend in a month', wholeNumber)
    .action(async (options: CreateOptions) => {
      const { account, name, scopes, expires, monthlyCap } = options
      const fields = {
        account,
        name,
        ...(scopes !== undefined && { scopes: scopes.split(',').map(scope => scope.trim()) }),
        ...(expires !== undefined && { expires_at: expires }),
        ...(monthlyCap !== undefined && { monthly_cap: monthlyCap }),
      }
      const key = await withService(flagsOf(options), client =>
        client.admin<ApiKey & { secret: string }>('POST', '/admin/keys', fields).catch(nameFlag),
      )
      print(key, options, () => key.secret)
    })

  withAccount(keys.command('list'))
    .description('list the keys of an account')
    .action(async (options: CommonOptions) => {
      const list = await withStore(flagsOf(options), client =>
        client.admin<{ data: ApiKey[] }>('GET', '/admin/keys', { account: options.account }),
      )
      print(list.data, options, () => columns(rows(list.data)))
    })

  withFolder(keys.command('revoke'))
    .argument('<id>', 'as `keys list` shows it', keyId)
    .description('revoke a key; it stops at once')
    .action(async (id: string, options: CommonOptions) => {
      const path = `/admin/keys/${encodeURIComponent(id)}/revoke`
      const key = await withStore(flagsOf(options), client =>
        client.admin<ApiKey>('POST', path).catch(nameList),
      )
      print(key, options, () => `Revoked ${key.name} (${key.prefix}…${key.last4}).`)
    })
}
