import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type AppOptions, startApp } from '../../server/app.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'

/** An answer of the service under test. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body of a JSON answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

/** What a test sends in addition to path and key. */
export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: RequestInit['body']
}

/** The states of jobs, batches and workflow runs that have not ended. */
const OPEN_STATES = new Set(['pending', 'running', 'waiting'])

/** A real service on a free port, with a folder of its own. */
export interface TestApp {
  app: App
  url: string
  /** A key with every scope, for the account `default`. */
  key: string
  /** Sends a request with the key. A header `x-api-key` replaces it. */
  call(path: string, requestOptions?: RequestOptions): Promise<Answer>
  /** Sends a request to `/admin` as the owner: by `method` if it is given, else by POST if there are fields. */
  admin(path: string, fields?: Record<string, unknown>, method?: string): Promise<Answer>
  /** Creates a key. */
  keyFor(account: string, options?: Record<string, unknown>): Promise<string>
  parser(schema: unknown, more?: Record<string, unknown>, key?: string): Promise<string>
  /** Waits until the job, batch or workflow run at this path has ended, however long that takes, and returns it. */
  ended(path: string, key?: string): Promise<Answer['json']>
  stop(): Promise<void>
}

/** Sends a request, with a JSON body if there is one, and reads the whole answer. */
export async function request(
  url: string,
  { method, headers = {}, json, body }: RequestOptions,
): Promise<Answer> {
  const payload = json === undefined ? body : JSON.stringify(json)
  const allHeaders = json === undefined ? headers : { 'content-type': 'application/json', ...headers }
  const verb = method ?? (payload === undefined ? 'GET' : 'POST')
  const response = await fetch(url, {
    method: verb,
    headers: allHeaders,
    ...(payload !== undefined && { body: payload }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

let emptyStore: Buffer | undefined

/** The bytes of a new store. Writing them again takes a fraction of the time of all migrations. */
function readEmptyStore(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-empty-'))
  openStore(folder).close()
  const bytes = readFileSync(databaseFile(folder))
  rmSync(folder, { recursive: true })
  return bytes
}

/** Writes a new store into a data folder that has none. */
function prepareStore(folder: string): void {
  if (existsSync(databaseFile(folder))) return
  emptyStore ??= readEmptyStore()
  mkdirSync(folder, { recursive: true })
  writeFileSync(databaseFile(folder), emptyStore)
}

/**
 * Starts a service for tests. Flags are settings by name. A fetch is attempted only once, so that failures show at once.
 * `browser` is what `testChromium` returns; without it, the service has no browser, even if one is installed.
 */
export async function startTestApp(
  flags: AppOptions['flags'] = {},
  more?: AppOptions['more'],
  parts: Pick<AppOptions, 'appFolder' | 'browser' | 'toolServer' | 'vault'> = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-'))
  const options = {
    flags: {
      data_dir: folder,
      port: 0,
      public_rate: 100_000,
      retries: 0,
      browser: join(folder, 'none'),
      ...flags,
    },
    env: {},
  }
  prepareStore(String(options.flags.data_dir))
  const app = await startApp({ ...options, ...parts, ...(more && { more }) })
  const admin: TestApp['admin'] = (path, fields, method) =>
    request(app.address + path, {
      headers: { authorization: `Bearer ${app.adminToken}` },
      ...(fields && { json: fields }),
      ...(method && { method }),
    })
  const keyFor: TestApp['keyFor'] = async (account, options = {}) =>
    (await admin('/admin/keys', { account, ...options })).json.secret
  const key = await keyFor('default')

  const call: TestApp['call'] = (path, requestOptions = {}) =>
    request(app.address + path, {
      ...requestOptions,
      headers: { 'x-api-key': key, ...requestOptions.headers },
    })

  return {
    app,
    url: app.address,
    key,
    call,
    admin,
    keyFor,
    async parser(schema, fields = {}, ownKey = key) {
      const created = await call('/v1/parsers', {
        json: { name: 'test', schema, ...fields },
        headers: { 'x-api-key': ownKey },
      })
      if (created.status !== 201) throw new Error(created.text)
      return created.json.id
    },
    async ended(path, ownKey = key) {
      for (;;) {
        const { json, text } = await call(`${path}?wait=60`, { headers: { 'x-api-key': ownKey } })
        if (!json?.state) throw new Error(`${path}: ${text}`)
        if (!OPEN_STATES.has(json.state)) return json
      }
    },
    async stop() {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
