import type { BodyShape } from '../../lib/body-format.ts'
import type { AnswerApi, WorkerReply, WorkerRequest } from './answer.worker.ts'

type AsyncFunction<F> = F extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Result>
  : never

/** An answer in a worker, so that many megabytes do not block the window. */
export interface OpenAnswer {
  ask<Name extends keyof AnswerApi>(
    name: Name,
    ...args: Parameters<AnswerApi[Name]>
  ): ReturnType<AsyncFunction<AnswerApi[Name]>>
  close(): void
}

/** Opens a body in a worker of its own. If the body does not have the shape, every call is rejected. */
export function openAnswer(body: Blob, shape: BodyShape): OpenAnswer {
  const worker = new Worker(new URL('./answer.worker.ts', import.meta.url), { type: 'module' })
  const pendingCalls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0

  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    const pendingCall = pendingCalls.get(data.id)
    pendingCalls.delete(data.id)
    if ('error' in data) pendingCall?.reject(new Error(data.error))
    else pendingCall?.resolve(data.value)
  }
  const post = (request: WorkerRequest) => worker.postMessage(request)
  post({ id: 0, open: body, shape })

  return {
    ask: ((name: keyof AnswerApi, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        pendingCalls.set(id, { resolve, reject })
        post({ id, ask: name, args })
      })) as OpenAnswer['ask'],
    close: () => worker.terminate(),
  }
}
