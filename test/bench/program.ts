import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listingSchema } from './pages/listing.ts'

/** The program as it is shipped, and a store with everything that a batch needs. */
export interface Program {
  winnow: string
  store: string
  key: string
  parserId: string
}

/** A process of the program that serves. */
export interface Service {
  process: ChildProcess
  ended: Promise<unknown>
  address: string
  /** The token for `/admin`. */
  token: string
}

const packager = fileURLToPath(new URL('../../build/package.mjs', import.meta.url))

/** The settings that users would choose for sites of their own: as many requests and jobs at a time as the anchor has. */
const FLAGS = ['--host-concurrency', '16', '--allow-hosts', '127.0.0.1', '--birth-credits', '1000000']
const LIMITS = { limits: { job_concurrency: 16 } }

/** Pages that the program reads in its first run. */
const FIRST_PAGES = 50

/** Compiles the program, and runs it once to create the key and the parser. This also fills its cache of compiled code. */
export async function prepareProgram(folder: string, origin: string): Promise<Program> {
  const dist = join(folder, 'dist')
  await promisify(execFile)(process.execPath, [packager, '--compile', dist])
  const winnow = join(dist, 'bin/winnow.mjs')
  const store = join(folder, 'store')
  const service = await serve({ winnow }, store)
  try {
    const program = { winnow, store, ...(await makeParser(service)) }
    await readPages(service, program, origin, FIRST_PAGES)
    return program
  } finally {
    await stop(service)
  }
}

/** Creates a key with as much concurrency as the anchor, and the parser of the pages. */
async function makeParser(service: Service): Promise<Pick<Program, 'key' | 'parserId'>> {
  const { secret } = await askAdmin(service, '/admin/keys', { name: 'bench' })
  await askAdmin(service, '/admin/accounts/default', LIMITS)
  const definition = { name: 'listing', schema: listingSchema }
  const parser = await send(service, { 'x-api-key': secret }, '/v1/parsers', definition)
  return { key: secret, parserId: parser.id }
}

/** Copies the store of the program into another folder. */
export const copyStore = ({ store }: Program, folder: string) => cpSync(store, folder, { recursive: true })

/** Starts a process that serves over a folder. */
export async function serve(
  { winnow }: Pick<Program, 'winnow'>,
  folder: string,
  more: string[] = [],
): Promise<Service> {
  const child = spawn(process.execPath, [
    winnow,
    'serve',
    '--port',
    '0',
    '--data-dir',
    folder,
    ...FLAGS,
    ...more,
  ])
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (/Winnow is ready/.test(line)) break
  const { address, token } = JSON.parse(readFileSync(join(folder, 'winnow.lock'), 'utf8'))
  return { process: child, ended, address, token }
}

export async function stop(service: Service): Promise<void> {
  service.process.kill('SIGTERM')
  await service.ended
}

/** Reads `count` pages of a site in one batch. Returns its id. */
export async function readPages(service: Service, { key, parserId }: Program, origin: string, count: number) {
  const headers = { 'x-api-key': key }
  const items = Array.from({ length: count }, (_, i) => ({ input: { url: `${origin}/p/${i}` } }))
  const batch = await send(service, headers, '/v1/batches', { target: { parser_id: parserId }, items })
  for (let open = count; open; ) {
    const { counts } = await send(service, headers, `/v1/batches/${batch.id}?wait=60`)
    open = counts.pending + counts.running
  }
  return batch.id as string
}

/** Sends a request to `/admin` as the owner of the machine. */
export const askAdmin = (service: Service, path: string, fields?: object) =>
  send(service, { authorization: `Bearer ${service.token}` }, path, fields)

/** Sends a request and returns its answer. `fields` are sent by POST. Throws if the request is refused. */
async function send({ address }: Service, headers: Record<string, string>, path: string, fields?: object) {
  const body = fields && { method: 'POST', body: JSON.stringify(fields) }
  const response = await fetch(address + path, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...body,
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return response.json() as Promise<any>
}
