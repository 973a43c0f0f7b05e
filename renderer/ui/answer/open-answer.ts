import type { BodyShape } from '../../lib/body-format.ts'
import type { Desk, Question, Reply } from './answer.worker.ts'

type Asynchronous<F> = F extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Result>
  : never

/** An answer in a worker, so that many megabytes do not block the window. */
export interface OpenAnswer {
  ask<Name extends keyof Desk>(
    name: Name,
    ...args: Parameters<Desk[Name]>
  ): ReturnType<Asynchronous<Desk[Name]>>
  close(): void
}

/** Opens a body in a worker of its own. If the body does not have the shape, every call is rejected. */
export function openAnswer(body: Blob, shape: BodyShape): OpenAnswer {
  const worker = new Worker(new URL('./answer.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0

  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asker?.reject(new Error(data.error))
    else asker?.resolve(data.value)
  }
  const post = (question: Question) => worker.postMessage(question)
  post({ id: 0, open: body, shape })

  return {
    ask: ((name: keyof Desk, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        post({ id, ask: name, args })
      })) as OpenAnswer['ask'],
    close: () => worker.terminate(),
  }
}
