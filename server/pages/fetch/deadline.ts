/** Ends a request when its time is over or its caller cancels it. */
export interface Deadline {
  /** Aborts with a `TimeoutError` or an `AbortError`. */
  signal: AbortSignal
  /** Starts the full time again. */
  renew(): void
  /** Stops the timer and stops listening to the caller's signal. */
  end(): void
}

/** Starts the deadline of a whole request, including all its redirects and attempts. */
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
