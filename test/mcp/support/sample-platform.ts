import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../../server/base/is-object.ts'
import { payloadsOf } from '../../../server/prebuilt/videosite/states.ts'

/** Stands in for every platform; it has the sample of one API at a time. */
export interface SamplePlatform {
  url: string
  /** Answers every request from now on with the sample of this API. */
  knows(apiId: string): void
  close(): Promise<void>
}

const SAMPLES = new URL('../../../server/prebuilt/', import.meta.url)

const sampleOf = (apiId: string, type: 'html' | 'json') => {
  const file = new URL(`${apiId.split('-')[0]}/samples/${apiId}.${type}`, SAMPLES)
  return existsSync(file) ? readFileSync(file) : undefined
}

/** The player data inside the sample page of a video, which the platform also gives by a call. */
function playerIn(apiId: string): string | undefined {
  const page = apiId === 'videosite-video' && sampleOf(apiId, 'html')
  const player = page && payloadsOf(page.toString()).find(({ body }) => isPlayer(body))
  return player ? JSON.stringify(player.body) : undefined
}

const isPlayer = (body: unknown) => isObject<object>(body) && 'videoDetails' in body

/**
 * Calls of a platform's own interface get JSON, or 403 when the sample is a page, so that the next source reads the
 * page.
 */
export async function startSamplePlatform(): Promise<SamplePlatform> {
  let knownId = ''
  const server = createServer(({ method, url = '' }, response) => {
    const isCall = method === 'POST' || url.startsWith('/api/')
    const body = isCall ? (sampleOf(knownId, 'json') ?? playerIn(knownId)) : sampleOf(knownId, 'html')
    const type = isCall ? 'application/json' : 'text/html; charset=utf-8'
    response.writeHead(body ? 200 : 403, { 'content-type': type }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    knows(apiId) {
      knownId = apiId
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
