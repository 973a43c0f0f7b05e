import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../base/errors.ts'

/** Limits the requests to a public endpoint per minute and client address. */
export function createRateLimit(perMinute: () => number) {
  const limiter = new RateLimiterMemory({ points: 1, duration: 60 })

  /** Counts a request. Throws 429 with the seconds to wait. */
  return async (endpoint: string, address: string): Promise<void> => {
    limiter.points = perMinute()
    try {
      await limiter.consume(`${endpoint} ${address}`)
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      throw new AppError('rate_limited', `More than ${perMinute()} requests a minute from this address.`, {
        hint: 'Wait, or raise `WINNOW_PUBLIC_RATE`. The documentation changes only with a new version, so keep it.',
        retryAfter: Math.ceil(rejection.msBeforeNext / 1000),
      })
    }
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
