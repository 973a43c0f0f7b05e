import type { EventStore } from '../store/webhooks/events.ts'

interface LowCreditsDependencies {
  events: Pick<EventStore, 'emit'>
  /** In credits; 0 turns the event off. */
  limit(): number
  now(): number
  report(error: unknown): void
}

/** Returns a function for the balances before and after a change. It emits one event when a balance falls below the limit. */
export function reportLowCredits({ events, limit, now, report }: LowCreditsDependencies) {
  return (accountId: string, before: number, balance: number): void => {
    const threshold = limit()
    if (balance >= threshold || before < threshold) return
    events.emit(accountId, 'credits.low', { balance, limit: threshold }, now()).catch(report)
  }
}
