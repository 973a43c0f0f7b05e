import type { EventStore } from '../store/webhooks/events.ts'

interface LowCreditsParts {
  events: Pick<EventStore, 'emit'>
  /** Credits; 0 for never. */
  limit(): number
  now(): number
  report(error: unknown): void
}

/** Returns what is called with the balances before and after a change: where one falls below the limit, webhooks get one event. */
export function reportLowCredits({ events, limit, now, report }: LowCreditsParts) {
  return (accountId: string, before: number, balance: number): void => {
    const low = limit()
    if (balance >= low || before < low) return
    events.emit(accountId, 'credits.low', { balance, limit: low }, now()).catch(report)
  }
}
