import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** A sign of life for proxies that cut silent connections. */
const SILENCE_MS = 15_000
const SIGN_OF_LIFE = ': still here\n\n'

export const EVENTS_TYPE = 'text/event-stream; charset=utf-8'

/** Events as Server-Sent Events: each is the JSON of one `data` line. */
export function encodeEvents(events: AsyncIterable<unknown>): Readable {
  return Readable.from(write(events[Symbol.asyncIterator]()), { objectMode: false })
}

async function* write(events: AsyncIterator<unknown>): AsyncGenerator<string> {
  let next = events.next()
  try {
    for (;;) {
      const told = await soon(next)
      if (told === null) yield SIGN_OF_LIFE
      else if (told.done) return
      else {
        yield `data: ${JSON.stringify(told.value)}\n\n`
        next = events.next()
      }
    }
  } finally {
    await events.return?.()
  }
}

/** What comes next, or null where that takes long. */
async function soon<T>(next: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const silence = sleep(SILENCE_MS, null, { signal: timer.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([next, silence])
  } finally {
    timer.abort()
  }
}
