import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** A sign of life for proxies that cut silent connections. */
const SILENCE_MS = 15_000
const SIGN_OF_LIFE = Buffer.from(': still here\n\n')

/** How long a reader may take nothing while all buffers are full. */
const STALLED_MS = 30_000

export const EVENTS_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies that compress, and nginx, hold events back until a buffer is full unless they are told not to.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Many may follow the same, and get the same objects: each is written once. */
const written = new WeakMap<object, Buffer>()

/** Events as Server-Sent Events: each is the JSON of one `data` line. A reader that has stalled is dropped. */
export function encodeEvents(
  events: AsyncIterable<object>,
  { stalledMs = STALLED_MS }: { stalledMs?: number } = {},
): Readable {
  const drop = () => void stream.destroy()
  const stream = Readable.from(dropStalled(write(events[Symbol.asyncIterator]()), drop, stalledMs), {
    objectMode: false,
  })
  return stream
}

/** What is not asked for in that time, because the stream and what lies behind it are full, is not waited for any longer. */
async function* dropStalled<T>(pieces: AsyncIterable<T>, drop: () => void, stalledMs: number) {
  let timer: NodeJS.Timeout | undefined
  try {
    for await (const piece of pieces) {
      timer = setTimeout(drop, stalledMs).unref()
      yield piece
      clearTimeout(timer)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* write(events: AsyncIterator<object>): AsyncGenerator<Buffer> {
  let next = events.next()
  try {
    for (;;) {
      const event = await soon(next)
      if (event === null) yield SIGN_OF_LIFE
      else if (event.done) return
      else {
        yield writtenOnce(event.value)
        next = events.next()
      }
    }
  } finally {
    await events.return?.()
  }
}

function writtenOnce(event: object): Buffer {
  const known = written.get(event)
  if (known) return known
  const bytes = Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  written.set(event, bytes)
  return bytes
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
