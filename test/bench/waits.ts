import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 2

/** Asks for a small answer again and again, until the function that it gives is called: that gives the longest wait in ms. */
export function watchWaits(url: string): () => Promise<number> {
  let isOver = false
  let worst = 0
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await answered(url)
      worst = Math.max(worst, performance.now() - startedAt)
      await pause(EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return worst
  }
}

const answered = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, response => {
      if (response.statusCode === 200) response.resume().on('end', resolve)
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
    request.on('error', reject)
  })
