import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceProcess, startServe } from './run-cli.ts'
import { type Answer, type RequestOptions, request } from './start-app.ts'

/** A service in a separate process: a request that ends it shows as an exit, not as tests that never finish. */
export interface ServedApp {
  url: string
  port: number
  folder: string
  pid(): number
  /** A key with every scope, for the account `default`. */
  key: string
  /** The token for `/admin`. */
  token: string
  /** Sends a request with the key. A header `x-api-key` replaces it. */
  call(path: string, requestOptions?: RequestOptions): Promise<Answer>
  /** Sends a request to `/admin` as the owner. */
  admin(path: string, fields?: Record<string, unknown>): Promise<Answer>
  keyFor(account: string): Promise<string>
  parser(schema: unknown, more?: Record<string, unknown>): Promise<string>
  /** How its process ended; null if it still runs after `withinMs` milliseconds. */
  exit(withinMs: number): Promise<string | null>
  /** Starts it again over the same folder, after its process has ended or has stopped answering. */
  restart(between?: () => void): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a service with these settings, given by the names of their flags. Unless the proxy is set to null, it fetches
 * through a proxy address that nothing listens on.
 */
export async function startServedApp(
  settings: Record<string, string | number | null> = {},
): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'))
  const flags = Object.entries({
    'data-dir': folder,
    'public-rate': 1_000_000,
    'birth-credits': 1_000_000,
    retries: 0,
    browser: join(folder, 'none'),
    proxy: 'http://127.0.0.1:9',
    ...settings,
  })
  const args = flags.flatMap(([name, value]) => (value === null ? [] : [`--${name}`, String(value)]))
  let served: ServiceProcess
  let exit: string | null = null

  const start = async () => {
    served = await startServe(args)
    exit = null
    const startedProcess = served
    void startedProcess.ended.then(code => {
      if (startedProcess === served) exit = `exit ${code}: ${startedProcess.stderr().slice(-2_000)}`
    })
    app.url = served.url
    app.port = Number(new URL(served.url).port)
    app.token = JSON.parse(readFileSync(join(folder, 'winnow.lock'), 'utf8')).token
  }

  const app: ServedApp = {
    url: '',
    port: 0,
    folder,
    pid: () => served.pid,
    key: '',
    token: '',
    call: (path, requestOptions = {}) =>
      request(app.url + path, {
        ...requestOptions,
        headers: { 'x-api-key': app.key, ...requestOptions.headers },
      }),
    admin: (path, fields) =>
      request(app.url + path, {
        headers: { authorization: `Bearer ${app.token}` },
        ...(fields && { json: fields }),
      }),
    keyFor: async account => (await app.admin('/admin/keys', { account })).json.secret,
    async parser(schema, more = {}) {
      const answer = await app.call('/v1/parsers', { json: { name: 'test', schema, ...more } })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.json.id
    },
    async exit(withinMs) {
      await Promise.race([served.ended, delay(withinMs, null, { ref: false })])
      return exit
    },
    async restart(between) {
      served.signal('SIGKILL')
      await served.ended
      between?.()
      await start()
    },
    async stop() {
      served.signal('SIGKILL')
      await served.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await start()
  app.key = await app.keyFor('default')
  return app
}
