import type { WorkerMode } from '../operations/scraping/page-workers.ts'

/** The streams of the broker: pages to read, and their answers. */
export const WORK_STREAM = 'WINNOW_WORK'
export const DONE_STREAM = 'WINNOW_DONE'

/**
 * `HELLO` and `PARSER` are requests to the service. Each pool has a hello subject of its own, so that the broker can
 * control who may join it.
 */
const HELLO = 'winnow.hello'
export const PARSER = 'winnow.parser'
export const WORK = 'winnow.work'
export const DONE = 'winnow.done'

export const helloOf = (pool: string) => `${HELLO}.${pool}`
/** Subject prefix for replies to a pool. The broker can deny it to others. */
export const inboxOf = (pool: string) => `_INBOX_${pool}`
/** Subject prefix for replies to the service. */
export const SERVICE_INBOX = '_INBOX_winnow'

/** Subject for the answers of a pool. */
export const doneOf = (pool: string) => `${DONE}.${pool}`
export const workOf = (way: WorkerMode, pool: string) => `${WORK}.${way}.${pool}`
/** Name of the consumer that all workers of a pool share. */
export const consumerOf = (way: WorkerMode, pool: string) => `${way}_${pool}`
