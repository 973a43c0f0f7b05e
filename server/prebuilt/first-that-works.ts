import { AppError } from '../errors.ts'

/** What a fallback may help against: the platform failed or refused, whereas `not_found` is an answer. */
export const isUpstreamFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502

/**
 * Tries ways to the same data in their order. A way that fails upstream (blocked, changed, timeout …) gives place to
 * the next, any other error ends it. Where none works it throws the failure that `telling` picks: the first way's, unless
 * told otherwise, because it is the one that should have worked.
 */
export async function firstThatWorks<T>(
  ways: (() => Promise<T>)[],
  telling: (failures: AppError[]) => AppError | undefined = ([first]) => first,
): Promise<T> {
  const failures: AppError[] = []
  for (const way of ways) {
    try {
      return await way()
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      failures.push(error)
    }
  }
  throw telling(failures)
}
