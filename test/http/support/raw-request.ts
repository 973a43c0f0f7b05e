import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** An answer as received over the network. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** An open request whose body the test sends later or never. */
interface RawRequest {
  client: ClientRequest
  answer: Promise<RawAnswer>
}

/**
 * Opens a request that does what `fetch` cannot: name another Host, keep a path as it is, come from another address,
 * wait for `100 Continue`, or hold back its body.
 */
export function rawRequest(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; localAddress?: string } = {},
): RawRequest {
  const client = request(url, { agent: false, ...options })
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    client.once('error', reject)
    client.once('response', async response => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, headers, text: await text(response) })
    })
  })
  return { client, answer }
}
