import type { QueueTimes } from '../queue.ts'

export function plainjobTimes(file: string, jobs: unknown[]): Promise<QueueTimes>
