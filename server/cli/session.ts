import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { command } from '../base/command.ts'
import { counted } from '../base/counted.ts'
import type { ShownSession } from '../operations/sessions/records.ts'
import { inAscii, patternOf } from '../pages/sessions/host-patterns.ts'
import { type Client, olderService, RefusedError } from './client.ts'
import { type CommonOptions, flagsOf, withAccount } from './common-options.ts'
import { columns, print, shortTime } from './print.ts'
import { windowClient, withService, withStore } from './service.ts'

interface ImportOptions extends CommonOptions {
  for?: string[]
}

interface ImportResult {
  session: ShownSession
  expired: number
  other_hosts: { host: string; entries: number }[]
  problems: { at: string; reason: string }[]
}

const rows = (sessions: ShownSession[]) => [
  ['name', 'state', 'hosts', 'cookies', 'last used', 'expires', 'id'],
  ...sessions.map(({ name, state, hosts, cookies, last_used_at, cookies_until, id }) => [
    name,
    state,
    hosts.join(' '),
    String(cookies),
    shortTime(last_used_at),
    shortTime(cookies_until),
    id,
  ]),
]

/** `winnow session list|open|import|test|delete`. */
export function addSession(program: Command): void {
  const session = program.command('session').description('logins to sites, for pages that need one')

  withAccount(session.command('list'))
    .description('every session, with its state')
    .action(async (options: CommonOptions) => {
      const sessions = await withStore(flagsOf(options), client => allSessions(client, options.account))
      print(sessions, options, () => columns(rows(sessions)))
    })

  withAccount(session.command('open <name> [url]'))
    .description(
      'open a window of the running service to log in there; what the site gives is kept once it is closed',
    )
    .action(openWindow)

  withAccount(session.command('import <name> <file>'))
    .description(
      'log in with the cookies that a browser exported: cookies.txt, JSON of a cookie editor or of Playwright',
    )
    .option('--for <hosts...>', 'the hosts of a new session, such as *.shop.example')
    .action(importFile)

  withAccount(session.command('test <name> [url]'))
    .description('fetch a page to see whether the site still knows the session')
    .action(async (name: string, url: string | undefined, options: CommonOptions) => {
      const testResult = await withStore(flagsOf(options), async client => {
        const { id } = await sessionNamed(client, name, options.account)
        return call<{ logged_in: boolean; reason: string | null }>(
          client,
          'session-test',
          { id, url },
          options.account,
        )
      })
      if (testResult.logged_in || options.json) print(testResult, options, () => `${name} is logged in.`)
      if (!testResult.logged_in) fail(testResult.reason ?? `${name} is not logged in.`)
    })

  withAccount(session.command('delete <name>'))
    .description('delete a session with everything that it holds')
    .action(async (name: string, options: CommonOptions) => {
      await withStore(flagsOf(options), async client => {
        const { id } = await sessionNamed(client, name, options.account)
        await call(client, 'session-delete', { id }, options.account)
      })
      print({ deleted: name }, options, () => `Deleted ${name}. What it held is gone.`)
    })
}

async function openWindow(name: string, url: string | undefined, options: CommonOptions): Promise<void> {
  const { account } = options
  const client = await windowClient(flagsOf(options))
  const existing = (await allSessions(client, account)).find(one => one.name === name)
  const session = existing ?? (await createFor(client, name, url, account))
  const { id } = session
  const open = () =>
    client.admin('POST', `/admin/sessions/${id}/open`, { account, ...(url !== undefined && { url }) })
  await (existing ? open() : deleteOnFailure(client, session, account, open))
  process.stderr.write('Log in there, and close the window.\n')
  const closedSession = await untilClosed(client, id, account)
  const isReady = closedSession.state === 'ready'
  if (isReady || options.json)
    print(
      closedSession,
      options,
      () =>
        `${name} is logged in. Kept: ${counted(closedSession.cookies, 'cookie')} of ${closedSession.hosts.join(', ')}.`,
    )
  if (!isReady) fail(`The site gave ${name} nothing to keep. Its state is ${closedSession.state}.`)
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

/** Continues with a session that was just created, and deletes the session again on failure. */
async function deleteOnFailure<T>(
  client: Client,
  { id }: ShownSession,
  account: string,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    // The user needs to see the first error, not one of the deletion.
    await call(client, 'session-delete', { id }, account).catch(() => undefined)
    throw error
  }
}

async function createFor(client: Client, name: string, url: string | undefined, account: string) {
  const address = URL.parse(url ?? '')
  if (!address)
    throw new Error(
      `There is no session ${name} yet. To create it, name its login page: ${command`session open ${name} https://example.com/login`}`,
    )
  const fields = { name, hosts: [patternOf(address)], login_url: address.href }
  return call<ShownSession>(client, 'session-create', fields, account)
}

async function untilClosed(client: Client, id: string, account: string): Promise<ShownSession> {
  for (;;) {
    const session = await call<ShownSession>(client, 'session-get', { id }, account)
    if (session.window !== 'open') return session
    await sleep(1_000)
  }
}

async function importFile(name: string, file: string, options: ImportOptions): Promise<void> {
  const { account, for: hosts } = options
  const result = await withService(flagsOf(options), async client => {
    const existing = (await allSessions(client, account)).find(one => one.name === name)
    if (existing) requireSameHosts(existing, hosts)
    else if (!hosts) throw needsHosts(name, file)
    const session = existing ?? (await call<ShownSession>(client, 'session-create', { name, hosts }, account))
    const load = () => call<ImportResult>(client, 'session-import', { id: session.id, file }, account)
    return existing ? load() : deleteOnFailure(client, session, account, load)
  })
  const { session, other_hosts, problems } = result
  print(result, options, () => [
    `${name} holds ${counted(session.cookies, 'cookie')} and ${counted(session.storage_items, 'item')} of local storage.`,
    ...(other_hosts.length > 0
      ? [`Left out, as the session is not for them: ${other_hosts.map(one => one.host).join(', ')}.`]
      : []),
    ...problems.map(({ at, reason }) => `${at}: ${reason}`),
  ])
}

/** Throws if an import names other hosts than the session: importing changes its cookies and storage, never its hosts. */
function requireSameHosts({ name, hosts }: ShownSession, importHosts: string[] = hosts): void {
  const hostSet = new Set(importHosts.map(host => inAscii(host.trim())))
  if (isDeepStrictEqual(hostSet, new Set(hosts))) return
  throw new Error(
    `The session ${name} is for ${hosts.join(', ')}, not for ${[...hostSet].join(', ')}. Leave out --for to import into it; its hosts are changed on the page Sessions of the app.`,
  )
}

const needsHosts = (name: string, file: string) =>
  new Error(
    `There is no session ${name} yet. To create it, name its hosts: ${command`session import ${name} ${file} --for ${'*.shop.example'}`}`,
  )

async function sessionNamed(client: Client, name: string, account: string): Promise<ShownSession> {
  const session = (await allSessions(client, account)).find(one => one.name === name)
  if (session) return session
  throw new Error(`There is no session ${name}. ${command`session list`} lists them.`)
}

async function allSessions(client: Client, account: string): Promise<ShownSession[]> {
  const sessions: ShownSession[] = []
  let cursor: string | null | undefined
  do {
    const fields = { limit: 100, ...(cursor && { cursor }) }
    const page = await call<{ data: ShownSession[]; next_cursor: string | null }>(
      client,
      'session-list',
      fields,
      account,
    )
    sessions.push(...page.data)
    cursor = page.next_cursor
  } while (cursor)
  return sessions
}

/** Calls an operation by its id. Throws RefusedError. */
async function call<T>(
  client: Client,
  id: string,
  fields: Record<string, unknown>,
  account: string,
): Promise<T> {
  const operation = (await client.operations()).find(one => one.id === id)
  if (!operation) throw olderService()
  const { status, body } = await client.call(operation, fields, account)
  if (status >= 400) throw new RefusedError(body as Record<string, unknown>)
  return body as T
}
