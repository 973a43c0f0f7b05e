import { AppError } from '../errors.ts'

/** What a fallback may help against: the platform failed or refused, whereas `not_found` is an answer. */
export const isUpstreamFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502

/**
 * Tries ways to the same data in their order. A way that fails upstream (blocked, changed, timeout …) gives place to
 * the next, any other error ends it. Throws the first way's error where none works: it is the one that should have.
 */
export async function firstThatWorks<T>(ways: (() => Promise<T>)[]): Promise<T> {
  const failures: AppError[] = []
  for (const way of ways) {
    try {
      return await way()
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      failures.push(error)
    }
  }
  throw failures[0]
}
