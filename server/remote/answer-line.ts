import { cutInParts, encodeFrame } from './frames.ts'
import { type DonePart, MAX_ANSWERS, MAX_MESSAGE } from './protocol.ts'

/** An answer, or a part of one, that waits to be sent. */
interface Waiting {
  part: DonePart
  bytes: Uint8Array
  sent(): void
  failed(error: unknown): void
}

/** Messages in flight to the broker at a time. Further answers are collected and sent together in the next message. */
const MESSAGES = 2

/** Sends answers in few messages: the overhead of a message costs the broker and the service more than its content. */
export function createAnswerLine(send: (message: Uint8Array) => Promise<unknown>) {
  const waiting: Waiting[] = []
  let underWay = 0

  function takeSome(): Waiting[] {
    let bytes = 0
    const beyond = waiting.findIndex((one, index) => {
      bytes += one.bytes.length
      return index === MAX_ANSWERS || (index > 0 && bytes > MAX_MESSAGE)
    })
    return waiting.splice(0, beyond < 0 ? waiting.length : beyond)
  }

  async function sendSome() {
    const some = takeSome()
    try {
      await send(
        encodeFrame(
          some.map(({ part }) => part),
          some.map(({ bytes }) => bytes),
        ),
      )
      for (const { sent } of some) sent()
    } catch (error) {
      for (const { failed } of some) failed(error)
    }
  }

  async function sendAll() {
    underWay++
    while (waiting.length) await sendSome()
    underWay--
  }

  const add = (part: DonePart, bytes: Uint8Array) =>
    new Promise<void>((sent, failed) => {
      waiting.push({ part, bytes, sent, failed })
      if (underWay < MESSAGES) void sendAll()
    })

  return {
    /** Resolves when the broker has stored an answer. Rejects if it cannot. */
    async add({ id, token }: { id: string; token: string }, answer: Uint8Array): Promise<void> {
      const all = cutInParts(answer, MAX_MESSAGE)
      await Promise.all(all.map((bytes, part) => add({ task: id, token, part, parts: all.length }, bytes)))
    },
  }
}
