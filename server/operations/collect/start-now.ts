import { z } from 'zod'
import { batchFields, createBatch } from '../batches/create-batch.ts'
import { itemsFound } from '../batches/creation.ts'
import { type CronWork, workOf } from '../crons/work.ts'
import { runFields, startJob } from '../jobs/create-job.ts'
import { fieldBelow, type Target, targetOf } from '../jobs/targets.ts'
import { accountOf, type Context } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import type { CollectBody } from './body.ts'

const batchOptions = z.object(batchFields)
const jobOptions = z.object(runFields(0))

/** The database for the results, and the name of the run. */
interface ResultsTarget {
  database_id: string
  name: string | undefined
}

/** The ids of the started work. */
interface StartedWork {
  job_id: string | null
  batch_id: string | null
}

/**
 * Starts a target, which has been checked, right away: as a job, or as a batch if it has several items. Throws 402 and 429
 * like jobs and batches do.
 */
export async function startNow(
  services: Services,
  context: Context,
  targetInput: CollectBody['target'],
  { database_id, name }: ResultsTarget,
): Promise<StartedWork> {
  const caller = context.caller!
  const target = { ...targetInput, database_id: null }
  const work = await workOf(services, caller, target)
  if (work.kind === 'workflow') throw new Error('A workflow writes its rows by itself.')
  const type = work.kind === 'job' ? work.type : undefined
  const owned = { ...(await targetOf(services, caller, work.named, type)), database_id }
  const started = { ...context, owned }
  if (work.kind === 'job') {
    const job = await startJob(services, started, work.input, jobOptions.parse({}))
    return { job_id: job.id, batch_id: null }
  }
  const options = batchOptions.parse({ name, ...work.options })
  const found = work.itemsFrom
    ? await itemsFrom(services, started, work)
    : { items: work.items, isCut: false }
  const batch = await createBatch(services, started, found.items, options, found)
  return { job_id: null, batch_id: batch.id }
}

/** Returns the rows or links that currently exist, as items. */
async function itemsFrom(
  services: Services,
  context: Context<Target>,
  { itemsFrom: from }: CronWork & { kind: 'batch' },
) {
  const id = from!.database_id
  const source = id === undefined ? null : found(await services.store.databases.find(accountOf(context), id))
  return itemsFound(services, from!, { ...context, owned: { target: context.owned, source } }).catch(
    error => {
      throw fieldBelow('target.input', error)
    },
  )
}
