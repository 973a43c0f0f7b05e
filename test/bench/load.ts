import net from 'node:net'

/** Requests per second, and milliseconds per call at the median and the 99th percentile. */
interface Load {
  calls: number
  perSecond: number
  p50: number
  p99: number
}

/** A connection that sends the same request again as soon as the answer is complete. */
function connection(port: number, request: string, state: { until: number; times: number[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let missing = 0
    const send = () => {
      sentAt = performance.now()
      missing = -1
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', chunk => {
      if (missing < 0) missing = wholeLength(chunk)
      missing =
        missing === CHUNKED && chunk.toString('latin1', chunk.length - 5) === LAST_CHUNK
          ? 0
          : missing - chunk.length
      if (missing > 0) return
      const now = performance.now()
      state.times.push(now - sentAt)
      if (now < state.until) send()
      else socket.end(resolve)
    })
  })
}

/** A chunked answer ends with an empty chunk, however long it is. */
const CHUNKED = Number.POSITIVE_INFINITY
const LAST_CHUNK = '0\r\n\r\n'

/** Returns the length of the answer that starts in this chunk. Throws if its status is not 200. */
function wholeLength(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, 1_500)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${head.slice(0, 400)}`)
  if (/transfer-encoding: chunked/i.test(head)) return CHUNKED
  return head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)![1])
}

/** Calls `url` over `connections` kept-alive connections for `seconds`. */
export async function load(
  url: string,
  key: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { port, pathname, search } = new URL(url)
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n\r\n`
  return loadWith(Number(port), () => request, { connections, seconds })
}

/** Sends a different request on each connection, repeatedly. */
export async function loadWith(
  port: number,
  requestOf: (connection: number) => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const state = { until: performance.now() + seconds * 1000, times: [] as number[] }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, at) => connection(port, requestOf(at), state)))
  const elapsed = (performance.now() - startedAt) / 1000
  const times = state.times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { calls: times.length, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
}
