import { AppError } from '../base/errors.ts'
import { VERSION } from '../base/version.ts'
import type { PageWork, PageWorkers } from '../operations/scraping/page-workers.ts'
import type { Browser } from '../pages/browser/browser.ts'
import type { Fetcher } from '../pages/fetch/fetch-page.ts'
import { type Session, stateOf } from '../pages/sessions/session.ts'
import type { SettingValues } from '../settings/settings.ts'
import { decodeApiCall } from './api-answers.ts'
import { decodeFrame } from './frames.ts'
import { createHandOut } from './hand-out.ts'
import { createOpenTasks } from './open-tasks.ts'
import { decodeAnswer } from './page-answers.ts'
import { createParserBodies } from './parser-bodies.ts'
import { createPresence } from './presence.ts'
import {
  anyHello,
  doneParts,
  type HelloAnswer,
  hello,
  MAX_ENDED,
  type PageTask,
  PROTOCOL,
  type TaskHead,
} from './protocol.ts'
import { needsSecrets } from './secrets.ts'
import { linkToBroker } from './service-link.ts'
import { createSharedSettings } from './shared-settings.ts'

/** What handing out pages needs. */
interface PageWorkersDependencies {
  settings: () => Readonly<SettingValues>
  userAgent(): string
  fetcher: Pick<Fetcher, 'enterLine'>
  /** The browser of the service, for pages that no worker has room for. */
  browser: Pick<Browser, 'found'>
  now(): number
  report(error: unknown): void
}

const steady = () => performance.now()
const LOST_CHECK_MS = 1_000

/** Hands pages of jobs and workflow runs to workers, up to their capacity; the service reads all others itself. */
export function createPageWorkers({
  settings,
  userAgent,
  fetcher,
  browser,
  now,
  report,
}: PageWorkersDependencies): PageWorkers {
  const leaseMs = () => settings().nats_lease_seconds * 1_000
  const parsers = createParserBodies()
  const presence = createPresence({ leaseMs, drained: () => settings().nats_drained, now, steady })
  const tasks = createOpenTasks({
    leaseMs,
    steady,
    isAlive: presence.isAlive,
    forget: seq => link.forget(seq),
  })
  const { nats_url, nats_creds, nats_ca } = settings()
  const link = linkToBroker(
    { url: nats_url!, creds: nats_creds, ca: nats_ca },
    {
      handlers: {
        hello: receiveHello,
        parser: parsers.packed,
        done: receive,
        kept: tasks.kept,
        refused: tasks.close,
      },
      leaseMs,
      report,
    },
  )
  const lostCheck = setInterval(tasks.closeLost, Math.min(LOST_CHECK_MS, leaseMs() / 4)).unref()

  const mayKnowSecrets = (pool: string) => settings().nats_pool_secrets.includes(pool)

  const sharedWith = createSharedSettings({ settings, userAgent, mayKnowSecrets })

  async function receiveHello(pool: string, data: Uint8Array): Promise<HelloAnswer> {
    try {
      return await answerHello(pool, JSON.parse(Buffer.from(data).toString()))
    } catch (error) {
      report(error)
      return { refused: 'The service cannot read what this worker says, or is not ready for workers.' }
    }
  }

  async function answerHello(pool: string, message: unknown): Promise<HelloAnswer> {
    const basicHello = anyHello.parse(message)
    if (basicHello.pool !== pool) throw new Error(`A worker of ${basicHello.pool} spoke for ${pool}.`)
    if (basicHello.protocol !== PROTOCOL) return presence.refuse(basicHello, protocolMismatch(basicHello))
    const fullHello = hello.parse(message)
    await link.addConsumers(fullHello.pool)
    tasks.named(fullHello.running)
    for (const id of fullHello.again ?? [])
      if (presence.endedWith(id) >= MAX_ENDED) tasks.giveUp(id, workersEnded())
    return presence.welcome(fullHello, sharedWith(fullHello.pool), tasks.isOpen)
  }

  function receive(message: Uint8Array): void {
    try {
      const { json, bytes } = decodeFrame(message)
      for (const [index, part] of doneParts.parse(json).entries()) {
        const answerBytes = bytes[index]
        if (answerBytes) tasks.receive(part, answerBytes)
      }
    } catch (error) {
      report(error)
    }
  }

  const handOut = createHandOut({ settings, fetcher, link, tasks, presence, sharedWith })

  /** Decodes an answer; null if it is missing or not valid. */
  function decodeSafely<T>(answer: Uint8Array | null, decode: (answer: Uint8Array) => T): T | null {
    try {
      return answer && decode(answer)
    } catch (error) {
      report(error)
      return null
    }
  }

  return {
    async read(work) {
      const { way, signal, url, parser } = work
      const hash = parsers.offer(parser)
      if (hash === null) return null
      const { timeout_ms } = parser.fetch
      const isSecret = needsSecrets(settings().proxy, parser.fetch)
      const line = { url, ...(timeout_ms && { timeoutMs: timeout_ms }) }
      const taskOf = (head: TaskHead) => pageTaskOf(work, hash, head)
      return withError(async () => {
        const isForWorkersAlone = way === 'browser' && !browser.found()
        const request = { way, isSecret, isForWorkersAlone, signal, taskOf, ...(way === 'http' && { line }) }
        const answer = await handOut(request)
        return decodeSafely(answer, bytes => decodeAnswer(bytes, work))
      })
    },
    async call({ apiId: api, input, signal, ...line }) {
      const isSecret = needsSecrets(settings().proxy)
      const taskOf = (head: TaskHead) => ({ kind: 'api' as const, ...head, api, input })
      const request = { way: 'http' as const, isSecret, isForWorkersAlone: false }
      return withError(
        async () => decodeSafely(await handOut({ ...request, signal, line, taskOf }), decodeApiCall),
        { sources: [], exchanges: [] },
      )
    },
    list: presence.list,
    broker: () => (link.isConnected() ? 'connected' : 'unreachable'),
    running: tasks.size,
    answered: tasks.answered,
    async stop() {
      clearInterval(lostCheck)
      tasks.closeAll()
      await link.stop()
    },
  }
}

const termsOf = ({ name, hosts, login_url, login_text }: Session) => ({
  name,
  hosts: [...hosts],
  login_url,
  login_text,
})

const workersEnded = () =>
  new AppError('interrupted', `${MAX_ENDED} workers ended while they read this page.`, {
    hint: 'The page may be the cause. Look at the page, then retry.',
  })

const protocolMismatch = ({ protocol, version }: { protocol: number; version: string }) =>
  `This worker is Winnow ${version}, which speaks protocol ${protocol}; the service is Winnow ${VERSION} and speaks ${PROTOCOL}. Install the same version on both.`

const pageTaskOf = (
  { way, url, parser: { fetch }, session, detail, from, robots, trace, keepsPage }: PageWork,
  parser: string,
  head: TaskHead,
): PageTask => ({
  kind: 'page',
  ...head,
  way,
  url,
  parser,
  fetch: {
    ...fetch,
    session: fetch.session ?? null,
    secret_headers: fetch.secret_headers ?? [],
    max_age_s: null,
    robots: robots ? 'respect' : 'ignore',
  },
  ...(session && { session: { terms: termsOf(session), state: stateOf(session) } }),
  ...(detail && { detail }),
  ...(from !== undefined && { from }),
  trace,
  keeps_page: keepsPage,
})

/** Returns the error of a caller that occurs while a task waits in the queue as a part of the answer. */
async function withError<T extends { error?: AppError }>(
  work: () => Promise<T | null>,
  rest = {} as Omit<T, 'error'>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...rest, error } as T
  }
}
