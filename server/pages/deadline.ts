/** What ends a request from outside. */
export interface Deadline {
  /** Aborts with a `TimeoutError` or an `AbortError`. */
  signal: AbortSignal
  /** Gives the whole time again. */
  renew(): void
  /** Lets go of the timer and of the caller's signal. */
  end(): void
}

/** Starts the one clock that a whole request runs under, all its redirects and attempts included. */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const abort = (name: string) => controller.abort(new DOMException('The request was cancelled.', name))
  const cancel = () => abort('AbortError')
  const timer = setTimeout(abort, timeoutMs, 'TimeoutError')
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  return {
    signal: controller.signal,
    renew: () => void timer.refresh(),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}
