import assert from 'node:assert/strict'
import { askOwner } from '../../support/ask-owner.ts'
import { type ServiceProcess, startServe } from '../../support/run-cli.ts'

/** A service in a separate process that is killed and started again over the same folder. */
export interface KillableService {
  start(): Promise<void>
  /** Kills it at once, as a power cut would. */
  kill(): Promise<void>
  /** Stops it gracefully. */
  stop(): Promise<void>
  /** Sends a call that must succeed, by POST if it has a body. Returns the JSON of its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  call(path: string, body?: unknown): Promise<any>
  /** Sends a call with the key, like `fetch`. */
  send(path: string, request?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
}

/** Starts the service. `settings` are flags. It may fetch from this machine. */
export async function startKillableService(
  folder: string,
  settings: Record<string, string | number>,
): Promise<KillableService> {
  const flags = Object.entries({ 'data-dir': folder, 'allow-hosts': '127.0.0.1', ...settings })
  const args = flags.flatMap(([name, value]) => [`--${name}`, String(value)])
  let served: ServiceProcess
  let key = ''
  const start = async () => {
    served = await startServe(args)
  }
  await start()
  key = (await askOwner(folder, '/admin/keys', {})).secret
  const send: KillableService['send'] = (path, request = {}) =>
    fetch(served.url + path, { ...request, headers: { ...request.headers, 'x-api-key': key } })

  return {
    send,
    start,
    async kill() {
      served.signal('SIGKILL')
      assert.equal(await served.ended, null)
    },
    async stop() {
      assert.equal(await served.stop(), 0)
    },
    async call(path, body) {
      const response = await send(path, {
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      assert.ok(response.ok, `${path}: ${response.status}`)
      return response.json()
    },
  }
}

/** Waits until all items of a batch have ended. Returns the batch. */
export async function batchEnded({ call }: KillableService, id: string) {
  for (;;) {
    const batch = await call(`/v1/batches/${id}?wait=60`)
    if (!batch.counts.pending && !batch.counts.running) return batch
  }
}
