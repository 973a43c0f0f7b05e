import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * An order to request a small answer repeatedly, from `begin` to `end`. This runs in a separate process, because an upload
 * also keeps its own client waiting.
 */
export type WaitsOrder = { begin: { url: string } } | { end: true }

/** The longest wait in milliseconds; null as the reply to `begin`. */
export type WaitsReport = number | null

const EVERY_MS = 2

let isOver = false
let longestWait: Promise<number> = Promise.resolve(0)

async function measureLongestWait(url: string): Promise<number> {
  let longest = 0
  while (!isOver) {
    const startedAt = performance.now()
    await waitForAnswer(url)
    longest = Math.max(longest, performance.now() - startedAt)
    await pause(EVERY_MS)
  }
  return longest
}

const waitForAnswer = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, response => {
      if (response.statusCode === 200) response.resume().on('end', resolve)
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
    request.on('error', reject)
  })

async function follow(order: WaitsOrder): Promise<WaitsReport> {
  if ('end' in order) {
    isOver = true
    return longestWait
  }
  isOver = false
  longestWait = measureLongestWait(order.begin.url)
  return null
}

process.on('message', async (order: WaitsOrder) => process.send?.(await follow(order)))
process.send?.('ready')
