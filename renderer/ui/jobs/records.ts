import type { OutputOf } from '../../lib/service/client.ts'

export type Job = OutputOf<'job-list'>['data'][number]
export type JobState = Job['state']
export type Batch = OutputOf<'batch-list'>['data'][number]
