import { z } from 'zod'
import { counted } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import { coversHost } from '../../pages/sessions/host-patterns.ts'
import { MAX_FILE_BYTES, readSessionFile } from '../../sessions/read-session-file.ts'
import type { SessionRecord } from '../../store/sessions.ts'
import { fileField } from '../databases/files.ts'
import { idField, webAddress } from '../fields.ts'
import { accountOf, type Context, defineOperation } from '../operation.ts'
import { fetchModeField, fetchOptions } from '../parsers/fetch.ts'
import { found, resource } from '../resource.ts'
import { pageEitherWay } from '../scraping/page-ways.ts'
import type { Services } from '../services.ts'
import { READS, shownOfList } from '../tool-hints.ts'
import { exampleSession, exampleSessionBody, sessionBody, sessionRecord } from './body.ts'
import { sessionRecords } from './records.ts'

const imported = z.object({
  session: sessionRecord,
  expired: z.int().describe('Cookies of the file that had expired.'),
  other_hosts: z
    .array(z.object({ host: z.string(), entries: z.int() }))
    .describe(
      'Hosts of the file that the session is not for, and how much there was of each. It was left out.',
    ),
  problems: z
    .array(z.object({ at: z.string().describe('Where in the file.'), reason: z.string() }))
    .describe('Entries that could not be read; the first 50.'),
})

const tested = z.object({
  logged_in: z.boolean(),
  reason: z.string().nullable().describe('What shows that it is not logged in.'),
  url: z.string().describe('Where the redirects ended.'),
  session: sessionRecord,
})

/** The fields of a session that a tool lists by default: enough to choose one. */
const SHOWN_FIELDS = ['id', 'name', 'hosts', 'state']

/** Operations for session records, for importing cookie files, and for testing whether the site still accepts a session. */
export function sessionOperations(services: Services) {
  const { store, sessions, now } = services
  const records = sessionRecords(services)
  const id = { id: idField('session') }
  const own = async (input: { id: string }, { account }: { account: { id: string } }) =>
    found(await store.sessions.find(account.id, input.id))
  const shown = async (context: Pick<Context, 'caller'>, sessionId: string) =>
    found(await records.find(accountOf(context), sessionId))

  const resources = resource({
    noun: 'session',
    plural: 'sessions',
    body: sessionBody,
    record: sessionRecord,
    example: { body: exampleSessionBody, record: exampleSession },
    store: records,
    searched: 'name, id or hosts',
    listTool: {
      name: 'session_list',
      group: 'sessions',
      hints: READS,
      description:
        'A session is a login to a site, for `fetch.session`. The user logs in through Winnow’s app.',
      shows: shownOfList(SHOWN_FIELDS),
    },
  })

  const importFile = defineOperation({
    id: 'session-import',
    group: 'sessions',
    summary: 'Log a session in with the cookies that a browser exported.',
    description:
      'Takes a cookies.txt, the JSON of a cookie editor, or the storage state of Playwright with its local storage. It replaces what the session held. Only what belongs to its hosts is kept, and none of it is ever shown.',
    method: 'POST',
    path: '/v1/sessions/{id}/import',
    access: 'manage',
    input: z.strictObject({
      ...id,
      file: fileField.describe('The file, 2 MB at most.').meta({ title: 'File of cookies' }),
    }),
    output: imported,
    example: {
      input: {
        id: exampleSession.id,
        file: {
          bytes: Buffer.from('[{"name":"sid","value":"…","domain":".shop.example","path":"/"}]'),
          name: 'cookies.json',
          contentType: 'application/json',
        },
      },
      output: {
        session: exampleSession,
        expired: 0,
        other_hosts: [{ host: 'ads.example', entries: 3 }],
        problems: [],
      },
    },
    files: { file: { max: 1, maxBytes: MAX_FILE_BYTES, description: 'Cookies, as text or JSON.' } },
    answer: 'value',
    own,
    async run({ id: sessionId, file }, context) {
      const accountId = accountOf(context)
      const hostsNow = () => found(store.sessions.read(accountId, sessionId)).hosts
      const { state, otherHosts, ...rest } = await readSessionFile(file.bytes, hostsNow, now())
      if (state.cookies.length + state.storage.length === 0)
        throw nothingOf(hostsNow(), otherHosts, rest.expired)
      await sessions.logIn({ accountId, id: sessionId }, state)
      return {
        session: await shown(context, sessionId),
        other_hosts: otherHosts.slice(0, MAX_OTHER_HOSTS),
        ...rest,
      }
    },
  })

  const test = defineOperation({
    id: 'session-test',
    group: 'sessions',
    summary: 'Fetch a page with a session at once, to see whether the site still accepts it.',
    description:
      'Free. An expired session is tried, too, without waiting: it is ready again if the site accepts it.',
    method: 'POST',
    path: '/v1/sessions/{id}/test',
    access: 'manage',
    input: z.strictObject({
      ...id,
      url: webAddress
        .optional()
        .describe(
          'A page of its hosts that needs a login; absent: the login page, or else the first page of its host.',
        )
        .meta({ title: 'Page address' }),
      mode: fetchModeField,
    }),
    output: tested,
    example: {
      input: { id: exampleSession.id, url: 'https://shop.example/orders' },
      output: { logged_in: true, reason: null, url: 'https://shop.example/orders', session: exampleSession },
    },
    answer: 'value',
    own,
    async run({ id: sessionId, url, mode }, context) {
      const session = context.owned
      const outcome = await tryPage(services, { session, url: url ?? pageOf(session), mode }, context)
      return { ...outcome, session: await shown(context, sessionId) }
    },
  })
  return [...resources, importFile, test] as const
}

/** Returns the default URL for testing a login. */
const pageOf = ({ login_url, hosts }: SessionRecord) =>
  login_url ?? `https://${hosts[0]!.replace(/^\*\./, '')}/`

interface PageTest {
  session: SessionRecord
  url: string
  mode: z.output<typeof fetchModeField>
}

/**
 * Fetches the page, even if earlier fetches found the session expired. Throws the errors of fetches, except
 * `session_expired`.
 */
async function tryPage(services: Services, { session, url, mode }: PageTest, context: Context) {
  const { hostname, host } = new URL(url)
  if (!coversHost(session.hosts, hostname)) throw notCovered(host, session)
  const place = { accountId: accountOf(context), id: session.id }
  const fetch = fetchOptions.parse({ mode, session: session.id })
  await services.sessions.tryAgain(place)
  const login = services.sessions.loginOf(place)
  try {
    const { page } = await pageEitherWay({ ...place, services, parser: { fetch }, url, context })
    if (!page.asksForPassword) return { logged_in: true, reason: null, url: page.url }
    const seen = `${host} sent a login page.`
    const { message } = await services.sessions.noteExpired(place, seen, login)
    return { logged_in: false, reason: message, url: page.url }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'session_expired') throw error
    return { logged_in: false, reason: error.message, url }
  }
}

const notCovered = (host: string, { hosts }: SessionRecord) =>
  new AppError('invalid_input', `The session is not for ${host}.`, {
    field: 'url',
    hint: `It is for ${hosts.join(', ')}.`,
  })

/** Other hosts that the answer to an import lists. */
const MAX_OTHER_HOSTS = 50

function nothingOf(hosts: string[], others: { host: string }[], expired: number): AppError {
  const message = `The file has no cookie of ${hosts.join(', ')}${whyNothing(others.length, expired)}.`
  const names = others.slice(0, 5).map(({ host }) => host)
  return new AppError('invalid_input', message, {
    field: 'file',
    hint:
      names.length > 0
        ? `It has cookies of ${names.join(', ')}: name these as hosts, or export them of the right site.`
        : 'Log in to the site in your browser, and export its cookies then.',
  })
}

function whyNothing(others: number, expired: number): string {
  if (expired > 0) return expired === 1 ? ': the only one has expired' : `: all ${expired} have expired`
  return others > 0 ? `, but cookies of ${counted(others, 'other host')}` : ''
}
