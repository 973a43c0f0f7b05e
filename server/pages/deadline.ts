/** What ends a request from outside. Disposing it lets go of the timer and of the caller's signal. */
export interface Deadline extends Disposable {
  /** Aborts with a `TimeoutError` or an `AbortError`. */
  signal: AbortSignal
}

/** Starts the one clock that a whole request runs under, all its redirects included. */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const end = (name: string) => controller.abort(new DOMException('The request was ended.', name))
  const cancel = () => end('AbortError')
  const timer = setTimeout(end, timeoutMs, 'TimeoutError')
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}
