import http from 'node:http'

/** An order to open event streams in a separate process, which reports when each stream has received its first event. */
export interface FollowOrder {
  url: string
  key: string
  count: number
}

/** Streams that are opened at the same time. */
const OPENED_AT_ONCE = 50

const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })

const open = ({ url, key }: FollowOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'x-api-key': key } }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
      response.once('data', () => resolve())
      response.resume()
    })
    request.on('error', reject)
  })

process.on('message', async (order: FollowOrder) => {
  for (let remaining = order.count; remaining > 0; remaining -= OPENED_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(remaining, OPENED_AT_ONCE) }, () => open(order)))
  process.send?.('following')
})
process.send?.('ready')
