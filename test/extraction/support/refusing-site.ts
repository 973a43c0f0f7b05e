import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site that answers every address with one status and an empty body. */
export async function refusingSite() {
  let status = 404
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseWith(next: number) {
      status = next
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
