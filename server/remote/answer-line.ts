import { cutInParts, encodeFrame } from './frames.ts'
import { type DonePart, MAX_ANSWERS, MAX_MESSAGE } from './protocol.ts'

/** An answer, or a part of one, that waits to be sent. */
interface QueuedPart {
  part: DonePart
  bytes: Uint8Array
  sent(): void
  failed(error: unknown): void
}

/** Messages in flight to the broker at a time. Further answers are collected and sent together in the next message. */
const MAX_IN_FLIGHT = 2

/** Sends answers in few messages: the overhead of a message costs the broker and the service more than its content. */
export function createAnswerLine(send: (message: Uint8Array) => Promise<unknown>) {
  const queue: QueuedPart[] = []
  let inFlight = 0

  function takeBatch(): QueuedPart[] {
    let bytes = 0
    const end = queue.findIndex((queued, index) => {
      bytes += queued.bytes.length
      return index === MAX_ANSWERS || (index > 0 && bytes > MAX_MESSAGE)
    })
    return queue.splice(0, end < 0 ? queue.length : end)
  }

  async function sendBatch() {
    const batch = takeBatch()
    try {
      await send(
        encodeFrame(
          batch.map(({ part }) => part),
          batch.map(({ bytes }) => bytes),
        ),
      )
      for (const { sent } of batch) sent()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }

  async function sendAll() {
    inFlight++
    while (queue.length) await sendBatch()
    inFlight--
  }

  const add = (part: DonePart, bytes: Uint8Array) =>
    new Promise<void>((sent, failed) => {
      queue.push({ part, bytes, sent, failed })
      if (inFlight < MAX_IN_FLIGHT) void sendAll()
    })

  return {
    /** Resolves when the broker has stored an answer. Rejects if it cannot. */
    async add({ id, token }: { id: string; token: string }, answer: Uint8Array): Promise<void> {
      const chunks = cutInParts(answer, MAX_MESSAGE)
      await Promise.all(
        chunks.map((bytes, part) => add({ task: id, token, part, parts: chunks.length }, bytes)),
      )
    },
  }
}
