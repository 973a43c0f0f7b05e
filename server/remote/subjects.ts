import type { WorkerWay } from '../operations/scraping/page-workers.ts'

/** The streams of the broker: pages to read, and what was read. */
export const WORK_STREAM = 'WINNOW_WORK'
export const DONE_STREAM = 'WINNOW_DONE'

/** The first two are requests to the service. That of a pool is its own, so that the broker can say who belongs to it. */
const HELLO = 'winnow.hello'
export const PARSER = 'winnow.parser'
export const WORK = 'winnow.work'
export const DONE = 'winnow.done'

export const helloOf = (pool: string) => `${HELLO}.${pool}`
/** Where answers to a pool arrive, which others need not be able to read. */
export const inboxOf = (pool: string) => `_INBOX_${pool}`
/** The same for the service. */
export const SERVICE_INBOX = '_INBOX_winnow'

/** Where the workers of a pool answer. */
export const doneOf = (pool: string) => `${DONE}.${pool}`
export const workOf = (way: WorkerWay, pool: string) => `${WORK}.${way}.${pool}`
/** The name of the consumer that all workers of a pool share. */
export const consumerOf = (way: WorkerWay, pool: string) => `${way}_${pool}`
