import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listingSchema } from './pages/listing.ts'

/** What a run over many pages took, from the start of its process on; `rows` says whether it read what there is. */
export interface BatchRun {
  ms: number
  /** Of it, until the first page could be asked for. */
  startMs: number
  /** Milliseconds of the processor; null where the system does not tell of another process. */
  cpuMs: number | null
  rows: number
  /** Most memory that its process has had; null where the system does not tell. */
  peakMb: number | null
}

const packager = fileURLToPath(new URL('../../build/package.mjs', import.meta.url))

/** Compiles the program as it is shipped and starts it once, since it keeps compiled code between its starts. */
export async function compiledWinnow(folder: string): Promise<string> {
  const dist = join(folder, 'dist')
  await promisify(execFile)(process.execPath, [packager, '--compile', dist])
  const winnow = join(dist, 'bin/winnow.mjs')
  await stop(await serve(winnow, join(folder, 'first-start')))
  return winnow
}

/** As a user would set it for a site of their own: as many requests and jobs at a time as the anchor has. */
const FLAGS = ['--host-concurrency', '16', '--allow-hosts', '127.0.0.1', '--birth-credits', '1000000']
const LIMITS = { limits: { job_concurrency: 16 } }

/** A service that is ready. */
async function serve(winnow: string, folder: string) {
  const service = spawn(process.execPath, [winnow, 'serve', '--port', '0', '--data-dir', folder, ...FLAGS])
  for await (const line of createInterface(service.stdout)) if (/Winnow is ready/.test(line)) break
  return service
}

async function stop(service: ChildProcess): Promise<void> {
  service.kill('SIGTERM')
  await once(service, 'exit')
}

/** A batch in a service of its own, from the start of the service to its last item. */
export async function runBatch(
  winnow: string,
  folder: string,
  origin: string,
  count: number,
): Promise<BatchRun> {
  const startedAt = performance.now()
  const service = await serve(winnow, folder)
  try {
    const owner = readLock(folder)
    const { secret } = await send(owner, '/admin/keys', { name: 'bench' })
    await send(owner, '/admin/accounts/default', LIMITS)
    const caller = { address: owner.address, headers: { 'x-api-key': secret } }
    const parser = await send(caller, '/v1/parsers', { name: 'listing', schema: listingSchema })
    const items = Array.from({ length: count }, (_, i) => ({ input: { url: `${origin}/p/${i}` } }))
    const startMs = performance.now() - startedAt
    const { id } = await send(caller, '/v1/batches', { target: { parser_id: parser.id }, items })
    for (let open = count; open; ) {
      const { counts } = await send(caller, `/v1/batches/${id}?wait=60`)
      open = counts.pending + counts.running
    }
    const ms = performance.now() - startedAt
    const cpuMs = cpuOf(service.pid!)
    const peakMb = peakOf(service.pid!)
    return { ms, startMs, cpuMs, rows: await rowsOf(caller, id), peakMb }
  } finally {
    await stop(service)
  }
}

interface Client {
  address: string
  headers: Record<string, string>
}

function readLock(folder: string): Client {
  const { address, token } = JSON.parse(readFileSync(join(folder, 'winnow.lock'), 'utf8'))
  return { address, headers: { authorization: `Bearer ${token}` } }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function send({ address, headers }: Client, path: string, fields?: object): Promise<any> {
  const body = fields && { method: 'POST', body: JSON.stringify(fields) }
  const response = await fetch(address + path, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...body,
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Rows in all results, as the store has them. */
async function rowsOf({ address, headers }: Client, id: string): Promise<number> {
  const response = await fetch(`${address}/v1/batches/${id}/export?format=ndjson`, { headers })
  const lines = (await response.text()).trimEnd().split('\n')
  return lines.reduce((sum, line) => sum + (JSON.parse(line).result?.rows.length ?? 0), 0)
}

const TICK_MS = 10

/** Of all its threads so far. */
function cpuOf(pid: number): number | null {
  const text = procOf(pid, 'stat')
  if (text === null) return null
  const [user, system] = text.slice(text.lastIndexOf(')')).split(' ').slice(12)
  return (Number(user) + Number(system)) * TICK_MS
}

function peakOf(pid: number): number | null {
  const peak = /VmHWM:\s+(\d+)/.exec(procOf(pid, 'status') ?? '')
  return peak && Number(peak[1]) / 1024
}

function procOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
