import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Asks for a small answer again and again, in a process of its own, from `begin` to `end`: an upload keeps its client waiting, too. */
export type WaitsOrder = { begin: { url: string } } | { end: true }

/** The longest wait in milliseconds; null where the asking has begun. */
export type WaitsReport = number | null

const EVERY_MS = 2

let isOver = false
let asking: Promise<number> = Promise.resolve(0)

async function ask(url: string): Promise<number> {
  let longest = 0
  while (!isOver) {
    const startedAt = performance.now()
    await answered(url)
    longest = Math.max(longest, performance.now() - startedAt)
    await pause(EVERY_MS)
  }
  return longest
}

const answered = (url: string): Promise<void> =>
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
    return asking
  }
  isOver = false
  asking = ask(order.begin.url)
  return null
}

process.on('message', async (order: WaitsOrder) => process.send?.(await follow(order)))
process.send?.('ready')
