import { AppError } from '../base/errors.ts'
import { onceATurn } from '../base/once.ts'
import { VERSION } from '../base/version.ts'
import type { PageRead, PageWork, PageWorkers } from '../operations/scraping/page-workers.ts'
import type { Fetcher } from '../pages/fetch-page.ts'
import { type Session, stateOf } from '../pages/sessions/session.ts'
import type { SettingValues } from '../settings/settings.ts'
import { decodeFrame } from './frames.ts'
import { createOpenTasks } from './open-tasks.ts'
import { decodeAnswer } from './page-answers.ts'
import { createParserBodies } from './parser-bodies.ts'
import { createPresence } from './presence.ts'
import {
  anyHello,
  doneParts,
  type HelloAnswer,
  hello,
  MAX_BODY,
  type PageTask,
  PROTOCOL,
} from './protocol.ts'
import { needsSecrets } from './secrets.ts'
import { linkToBroker } from './service-link.ts'
import { createSharedSettings } from './shared-settings.ts'

/** What handing out pages stands on. */
export interface PageWorkersParts {
  settings: () => Readonly<SettingValues>
  userAgent(): string
  fetcher: Pick<Fetcher, 'enterLine'>
  now(): number
  report(error: unknown): void
}

const steady = () => performance.now()
const WATCH_MS = 1_000

/** Hands pages of jobs and workflow runs to workers, as many as these have room for; all others are read by the service. */
export function createPageWorkers({
  settings,
  userAgent,
  fetcher,
  now,
  report,
}: PageWorkersParts): PageWorkers {
  const leaseMs = () => settings().nats_lease_seconds * 1_000
  const parsers = createParserBodies()
  const presence = createPresence({ leaseMs, now, steady })
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
      heard: {
        hello: hear,
        parser: parsers.packed,
        done: receive,
        kept: tasks.kept,
        refused: tasks.close,
      },
      leaseMs,
      report,
    },
  )
  const watch = setInterval(tasks.closeLost, Math.min(WATCH_MS, leaseMs() / 4)).unref()

  const rooms = onceATurn(() => ({ http: presence.roomOf('http'), browser: presence.roomOf('browser') }))
  const mayKnowSecrets = (pool: string) => settings().nats_pool_secrets.includes(pool)

  const sharedWith = createSharedSettings({ settings, userAgent, mayKnowSecrets })

  async function hear(pool: string, data: Uint8Array): Promise<HelloAnswer> {
    try {
      return await hearSaid(pool, JSON.parse(Buffer.from(data).toString()))
    } catch (error) {
      report(error)
      return { refused: 'The service cannot read what this worker says, or is not ready for workers.' }
    }
  }

  async function hearSaid(pool: string, said: unknown): Promise<HelloAnswer> {
    const any = anyHello.parse(said)
    if (any.pool !== pool) throw new Error(`A worker of ${any.pool} spoke for ${pool}.`)
    if (any.protocol !== PROTOCOL) return presence.refuse(any, otherProtocol(any))
    const known = hello.parse(said)
    await link.addConsumers(known.pool)
    tasks.named(known.running)
    return presence.welcome(known, sharedWith(known.pool), tasks.isOpen)
  }

  function receive(message: Uint8Array): void {
    try {
      const { json, bytes } = decodeFrame(message)
      for (const [index, part] of doneParts.parse(json).entries()) {
        const own = bytes[index]
        if (own) tasks.receive(part, own)
      }
    } catch (error) {
      report(error)
    }
  }

  /** The pool with the most room of those that may have a page; null where none has any. */
  function roomiest({ way, parser }: PageWork): string | null {
    if (!link.isConnected()) return null
    const isSecret = needsSecrets(parser, settings().proxy)
    const free = [...rooms()[way]]
      .filter(([pool]) => !isSecret || mayKnowSecrets(pool))
      .map(([pool, room]) => ({ pool, room: room - tasks.countOf(way, pool) }))
      .filter(({ room }) => room >= 1)
      .sort((a, b) => b.room - a.room)
    return free[0]?.pool ?? null
  }

  /** A page over HTTP takes its place among those that the service itself asks its host for. */
  async function readInLine(work: PageWork): Promise<PageRead | null> {
    if (roomiest(work) === null) return null
    if (work.way === 'browser') return handOut(work)
    const { url, signal, parser } = work
    const { timeout_ms } = parser.fetch
    const leave = await fetcher.enterLine({ url, signal, ...(timeout_ms && { timeoutMs: timeout_ms }) })
    return handOut(work).finally(leave)
  }

  async function handOut(work: PageWork): Promise<PageRead | null> {
    const { way, signal } = work
    const pool = roomiest(work)
    const parser = parsers.offer(work.parser)
    if (pool === null || parser === null || signal.aborted) return null
    const task = tasks.open(way, pool, signal)
    const body = JSON.stringify(taskOf(work, { ...task, parser, settings: sharedWith(pool).hash }))
    if (body.length > MAX_BODY) tasks.close(task.id)
    else link.publish(way, pool, task.id, body)
    const answer = await task.answer
    return answer && decodeSafely(answer, work)
  }

  function taskOf(
    { way, url, parser: { fetch }, session, detail, robots, trace, keepsPage }: PageWork,
    { id, token, parser, settings: hash }: Pick<PageTask, 'id' | 'token' | 'parser' | 'settings'>,
  ): PageTask {
    return {
      id,
      token,
      way,
      url,
      parser,
      settings: hash,
      fetch: {
        ...fetch,
        session: fetch.session ?? null,
        secret_headers: [],
        max_age_s: null,
        robots: robots ? 'respect' : 'ignore',
      },
      ...(session && { session: { terms: termsOf(session), state: stateOf(session) } }),
      ...(detail && { detail }),
      trace,
      keeps_page: keepsPage,
      timeout_ms: settings().job_timeout_ms,
    }
  }

  function decodeSafely(answer: Uint8Array, work: PageWork): PageRead | null {
    try {
      return decodeAnswer(answer, work)
    } catch (error) {
      report(error)
      return null
    }
  }

  return {
    async read(work) {
      try {
        return await readInLine(work)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { error }
      }
    },
    list: presence.list,
    broker: () => (link.isConnected() ? 'connected' : 'unreachable'),
    running: tasks.size,
    drain: presence.drain,
    async stop() {
      clearInterval(watch)
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

const otherProtocol = ({ protocol, version }: { protocol: number; version: string }) =>
  `This worker is Winnow ${version}, which speaks protocol ${protocol}; the service is Winnow ${VERSION} and speaks ${PROTOCOL}. Install the same version on both.`
