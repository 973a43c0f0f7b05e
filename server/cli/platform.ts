import type { Command } from 'commander'
import { type CommonOptions, flagsOf, withFolder } from './common-options.ts'
import { columns, print, shortTime } from './print.ts'
import { windowClient, withStore } from './service.ts'

/** A platform as `/admin/platforms` returns it. */
interface PlatformRow {
  name: string
  base_url: string | null
  last_success_at: string | null
  blocked_since: string | null
  cookies: boolean
  profile: boolean
  window: boolean
}

const rows = (platforms: PlatformRow[]) => [
  ['name', 'last success', 'blocked since', 'cookies', 'profile', 'address'],
  ...platforms.map(({ name, last_success_at, blocked_since, cookies, profile, base_url }) => [
    name,
    shortTime(last_success_at),
    shortTime(blocked_since),
    cookies ? 'yes' : 'no',
    profile ? 'yes' : 'no',
    base_url ?? 'its own',
  ]),
]

const pathOf = (name: string, action: string) => `/admin/platforms/${encodeURIComponent(name)}/${action}`

/** `winnow platform list|open|forget`. */
export function addPlatform(program: Command): void {
  const platform = program.command('platform').description('how the platforms answer; pass a challenge once')

  withFolder(platform.command('list'))
    .description('every platform, how it has answered, and what is kept for it')
    .action(async (options: CommonOptions) => {
      const { data } = await withStore(flagsOf(options), client =>
        client.admin<{ data: PlatformRow[] }>('GET', '/admin/platforms'),
      )
      print(data, options, () => columns(rows(data)))
    })

  withFolder(platform.command('open <name>'))
    .description('open a platform in a window of the running service, to pass its challenge once')
    .action(async (name: string, options: CommonOptions) => {
      const client = await windowClient(flagsOf(options))
      const platformRow = await client.admin<PlatformRow>('POST', pathOf(name, 'open'))
      print(
        platformRow,
        options,
        () => `The window of ${name} is open. A challenge that you pass there stays passed.`,
      )
    })

  withFolder(platform.command('forget <name>'))
    .description('drop the cookies and the browser profile of a platform')
    .action(async (name: string, options: CommonOptions) => {
      const platformRow = await withStore(flagsOf(options), client =>
        client.admin<PlatformRow>('POST', pathOf(name, 'forget')),
      )
      print(platformRow, options, () => `${name} is forgotten: the next call visits it as a new visitor.`)
    })
}
