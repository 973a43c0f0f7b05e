import type { ServerResponse } from 'node:http'
import { createGate } from '../../operations/support/gate.ts'
import type { LocalSite } from '../../support/local-site.ts'

/** A page of a site that answers only when the test opens its gate. */
export interface GatePage {
  /** Resolves when exactly `count` requests are waiting. An aborted request no longer waits. */
  waiting(count: number): Promise<void>
  open(): void
}

export function gatePage(site: LocalSite, path: string): GatePage {
  const gate = createGate()
  site.on(path, (_request, response: ServerResponse) => {
    const disconnect = new AbortController()
    response.once('close', () => disconnect.abort())
    gate.pass(disconnect.signal).then(
      () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Kettle</h1>'),
      () => undefined,
    )
  })
  return gate
}
