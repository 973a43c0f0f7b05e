import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Interval of comments that keep the connection open: some proxies cut silent ones. */
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE_COMMENT = Buffer.from(': still here\n\n')

/** How long a client may read nothing while all buffers are full. */
const STALLED_MS = 30_000

export const EVENTS_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies that compress, and nginx, buffer events unless these headers tell them not to.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Several clients may follow the same stream and get the same objects: each object is encoded once. */
const encodedEvents = new WeakMap<object, Buffer>()

/** Encodes events as Server-Sent Events: each is one `data` line with its JSON. A client that has stalled is disconnected. */
export function encodeEvents(
  events: AsyncIterable<object>,
  { stalledMs = STALLED_MS }: { stalledMs?: number } = {},
): Readable {
  const drop = () => void stream.destroy()
  const stream = Readable.from(dropStalled(encodeAll(events[Symbol.asyncIterator]()), drop, stalledMs), {
    objectMode: false,
  })
  return stream
}

/** Calls `drop` if a piece is not requested for `stalledMs`, because the stream and the buffers behind it are full. */
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

async function* encodeAll(events: AsyncIterator<object>): AsyncGenerator<Buffer> {
  let next = events.next()
  try {
    for (;;) {
      const event = await withinInterval(next)
      if (event === null) yield KEEP_ALIVE_COMMENT
      else if (event.done) return
      else {
        yield encodeOnce(event.value)
        next = events.next()
      }
    }
  } finally {
    await events.return?.()
  }
}

function encodeOnce(event: object): Buffer {
  const known = encodedEvents.get(event)
  if (known) return known
  const bytes = Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  encodedEvents.set(event, bytes)
  return bytes
}

/** Returns the next event, or null if it takes longer than the interval. */
async function withinInterval<T>(next: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const silence = sleep(KEEP_ALIVE_MS, null, { signal: timer.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([next, silence])
  } finally {
    timer.abort()
  }
}
