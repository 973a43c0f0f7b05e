import type { Caller } from '../../accounts/caller.ts'
import { counted, groupDigits } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { isOver } from '../../base/times.ts'
import type { CronStarter } from '../../crons/firing.ts'
import { KEY_REVOKED, REASONS } from '../../store/crons/rows.ts'
import type { CronSubject } from '../../store/crons/runs.ts'
import type { ScheduledCron } from '../../store/crons/scheduled-crons.ts'
import { isOfLinks } from '../batches/source.ts'
import type { CallEnding, CallRequest } from '../call.ts'
import { assertUnderLimit, priceFor } from '../jobs/create-job.ts'
import { targetOf } from '../jobs/targets.ts'
import type { Operation } from '../operation.ts'
import type { Services } from '../services.ts'
import { storedCaller } from '../stored-caller.ts'
import { assertActive } from '../workflows/prepare-run.ts'
import { type CronWork, fieldOfCron, workflowAt, workOf } from './work.ts'

/** What starting a run needs: the services, the runner and the operations. */
interface CronStarterDependencies {
  services: Services
  run(request: CallRequest): Promise<CallEnding>
  operation(id: string): Operation
}

/** Credits and open jobs that a run takes up in its account, or frees when it ends. */
interface RunCapacity {
  credits: number
  jobs: number
}

/** A call that a cron makes, and the room that it needs at least. A workflow may spend up to `holds`. */
interface CronCall {
  operation: string
  input: Record<string, unknown>
  needs: RunCapacity
  holds?: number
  /** Returns the field of the cron for `field` of the call. */
  fieldOf(field: string): string
}

/** The operations that cancel the work of a run, by the prefix of its id. */
const CANCELS: Record<string, string> = {
  job_: 'job-cancel',
  bat_: 'batch-cancel',
  run_: 'workflow-run-cancel',
}

/** Creates the starter of crons. It starts work by calling the operation that creates it, through the common runner. */
export function createCronStarter({
  services,
  run,
  operation,
}: CronStarterDependencies): CronStarter<Caller> {
  const call = (
    caller: Caller,
    { operation: id, input }: Pick<CronCall, 'operation' | 'input'>,
    {
      signal = new AbortController().signal,
      alongside,
    }: { signal?: AbortSignal; alongside?: (value: unknown, cost: number) => void } = {},
  ) =>
    run({
      operation: operation(id),
      caller,
      requestId: newId('req', services.now()),
      signal,
      readInput: () => input,
      alongside,
    })

  const callerOf = async (cron: ScheduledCron, by: Caller | undefined) => {
    const owner = by ?? (await ownerOf(services, cron))
    return { ...owner, source: 'cron' as const, cron_id: cron.id }
  }

  return {
    async check(cron, { by, allowance, ending }) {
      try {
        const caller = await callerOf(cron, by)
        const { needs } = await cronCallOf(services, caller, cron, allowance)
        const standings = await Promise.all(ending.map(subject => standingOf(services, cron, subject)))
        await assertFitsAccount(services, caller, needs, standings)
        return null
      } catch (error) {
        return AppError.from(error)
      }
    },
    used: async (cron, subject) => (await standingOf(services, cron, subject)).used,
    async start(cron, { by, allowance, alongside }, signal) {
      try {
        const caller = await callerOf(cron, by)
        const cronCall = await cronCallOf(services, caller, cron, allowance)
        const ending = await call(caller, cronCall, {
          signal,
          alongside: (value, cost) => alongside(subjectOf(value, cost, cronCall)),
        })
        return ending.failed ? errorOf(ending, cronCall) : null
      } catch (error) {
        return AppError.from(error)
      }
    },
    async stop(cron, subject) {
      const caller = await storedCaller(services, { ...cron, source: 'cron' })
      await call(caller, {
        operation: CANCELS[subject.slice(0, 4)]!,
        input: { id: subject },
      })
    },
  }
}

/**
 * Returns the caller of a cron: its account with the key that it runs as, so that the key's monthly cap applies. Keys of app
 * windows and the command line are not stored and may do everything. Throws 401 if the key was revoked or has expired.
 */
async function ownerOf(services: Services, cron: ScheduledCron): Promise<Caller> {
  const [caller, key] = await Promise.all([
    storedCaller(services, { ...cron, source: 'cron' }),
    services.store.keys.find(cron.key_id),
  ])
  if (!key) return caller
  if (!key.active || isOver(key.expires_at, services.now())) throw keyEnded()
  return { ...caller, key }
}

const keyEnded = () => new AppError('unauthenticated', REASONS[KEY_REVOKED])

/** Returns the credits captured by the work of a run, and the room that its end would free. */
async function standingOf(
  { store }: Pick<Services, 'store'>,
  { account_id }: ScheduledCron,
  subject: string,
): Promise<RunCapacity & { used: number }> {
  if (subject.startsWith('run_')) {
    const run = await store.workflowRuns.find(account_id, subject)
    return { used: run?.credits ?? 0, credits: 0, jobs: 0 }
  }
  if (subject.startsWith('bat_')) {
    const batch = await store.batches.find(account_id, subject)
    if (!batch) return { used: 0, credits: 0, jobs: 0 }
    const { counts, credits } = batch
    return { used: credits.used, credits: credits.reserved, jobs: counts.pending + counts.running }
  }
  const job = await store.jobs.find(account_id, subject)
  const isOpen = job?.state === 'pending' || job?.state === 'running'
  return { used: job?.credits.used ?? 0, credits: job?.credits.reserved ?? 0, jobs: Number(isOpen) }
}

/** Throws 429 or 402 if a run would not fit into its account even after the runs in `ending` have ended. */
async function assertFitsAccount(
  services: Services,
  caller: Caller,
  needs: RunCapacity,
  ending: readonly RunCapacity[],
): Promise<void> {
  const freed = (field: keyof RunCapacity) => ending.reduce((sum, room) => sum + room[field], 0)
  if (needs.jobs) assertUnderLimit(services, caller, needs.jobs - freed('jobs'))
  if (needs.credits) await services.credits.assertAffordable(caller, needs.credits, freed('credits'))
}

/** Returns the call that starts the work of a cron within its allowance of credits. Throws 402 `over_budget`. */
async function cronCallOf(
  services: Services,
  caller: Caller,
  cron: ScheduledCron,
  allowance: number,
): Promise<CronCall> {
  const work = await workOf(services, caller, cron.target)
  const fieldOf = (field: string) => fieldOfCron(cron.target, work, field)
  if (work.kind === 'workflow') {
    assertActive(await workflowAt(services, caller, work))
    return { ...workflowRun(caller, work, allowance), fieldOf }
  }
  const target = await targetOf(services, caller, work.named, work.kind === 'job' ? work.type : undefined)
  const price = priceFor(caller, target.price)
  const linksPrice = work.kind === 'batch' ? priceFor(caller, priceOfLinks(services, work)) : 0
  if (price + linksPrice > allowance) throw overBudget(price + linksPrice, allowance)
  if (work.kind === 'job')
    return {
      operation: 'job-create',
      input: { type: work.type, ...work.named, input: work.input },
      needs: { credits: price, jobs: 1 },
      fieldOf,
    }
  return {
    operation: 'batch-create',
    input: batchInput(cron.name, work, price * work.items.length, allowance - linksPrice),
    needs: roomOf(work, price, allowance),
    fieldOf,
  }
}

/**
 * Returns the room that a batch needs at least: for all of its items within its budget if they are known, otherwise for one
 * job.
 */
function roomOf(
  { items, itemsFrom, options }: CronWork & { kind: 'batch' },
  price: number,
  allowance: number,
) {
  const isKnown = !itemsFrom && !options.allow_partial && !options.dedupe
  if (!isKnown) return { credits: price, jobs: 1 }
  const maxCredits = Math.min(allowance, (options.max_credits as number | undefined) ?? allowance)
  const paid = price ? Math.min(items.length, Math.floor(maxCredits / price)) : 0
  return { credits: paid * price, jobs: items.length }
}

/**
 * Returns the call that starts a workflow run. Its budget is not held in advance: each call of the run holds its own credits,
 * and the run ends when the budget is spent.
 */
function workflowRun(
  caller: Caller,
  { id, input }: CronWork & { kind: 'workflow' },
  allowance: number,
): Omit<CronCall, 'fieldOf'> {
  if (allowance < 1 && !caller.account.unlimited) throw overBudget(1, allowance)
  const cronCall = { operation: 'workflow-run', needs: { credits: 0, jobs: 0 } }
  if (allowance === Number.POSITIVE_INFINITY) return { ...cronCall, input: { id, input } }
  return { ...cronCall, input: { id, input, budget: Math.max(allowance, 0) }, holds: allowance }
}

/** Returns the price of reading the links from which a batch is made, in addition to that of its items. */
const priceOfLinks = ({ settings }: Services, { itemsFrom }: CronWork & { kind: 'batch' }): number =>
  itemsFrom && isOfLinks(itemsFrom) ? settings.values.price_scrape : 0

function batchInput(
  name: string,
  { named: { database_id, ...target }, items, itemsFrom, options }: CronWork & { kind: 'batch' },
  whole: number,
  allowance: number,
) {
  const maxCredits = Math.min(
    allowance,
    (options.max_credits as number | undefined) ?? Number.POSITIVE_INFINITY,
  )
  const isBounded = itemsFrom ? maxCredits < Number.POSITIVE_INFINITY : whole > maxCredits
  return {
    name,
    target,
    ...(itemsFrom ? { items_from: itemsFrom } : { items }),
    database_id,
    ...options,
    ...(isBounded && { max_credits: maxCredits }),
  }
}

/**
 * Returns the id, held credits and used credits of a job, batch or run from the answer that created it. `cost` is the cost of
 * that call.
 */
const subjectOf = (value: unknown, cost: number, { holds }: Pick<CronCall, 'holds'>): CronSubject => {
  const { id, ...made } = value as { id: string; credits_reserved?: number; credits: { reserved?: number } }
  return { subject: id, reserved: holds ?? made.credits_reserved ?? made.credits.reserved ?? 0, used: cost }
}

function errorOf({ code, value }: CallEnding, { fieldOf }: CronCall): AppError {
  const { error, field, hint, ...extra } = value as { error: string; field?: string; hint?: string }
  return new AppError(code!, error, {
    ...(field !== undefined && { field: fieldOf(field) }),
    ...(hint !== undefined && { hint }),
    extra,
  })
}

function overBudget(required: number, allowance: number): AppError {
  const available = Math.max(0, allowance)
  return new AppError(
    'over_budget',
    `A run costs at least ${counted(required, 'credit')}; its budget has ${groupDigits(available)} left.`,
    {
      extra: { required, available },
      hint: 'Raise `budget.per_run` or `budget.per_day`, or wait for the next day of its zone.',
    },
  )
}
