import { createCronStarter } from '../operations/crons/starter.ts'
import { createAttempt } from '../operations/jobs/attempt.ts'
import { callableOf, type Operation } from '../operations/operation.ts'
import type { RunOperation } from '../operations/run-operation.ts'
import type { Services } from '../operations/services.ts'
import { createNodeContext } from '../operations/workflows/context.ts'
import { createSampleRecords } from '../operations/workflows/sample-records.ts'

/** How the work in the background calls operations. */
export interface WorkOptions {
  run: RunOperation
  operations: readonly Operation[]
  /** Begins nothing that is due, as a service that lives for one command only. */
  isPaused: boolean
}

/** Starts jobs, workflow runs, crons and deliveries: what is due, is called as an operation by the one runner. */
export async function startWork(
  services: Services,
  { run, operations, isPaused }: WorkOptions,
): Promise<void> {
  const { jobs, crons, workflowRuns, webhookSender } = services
  const operation = (id: string) => operations.find(known => known.id === id)!
  const callable = callableOf(operations)
  const parts = { services, run, operation }

  if (isPaused) pauseWork(services, true)
  else await jobs.start(createAttempt(parts))
  await workflowRuns.start({
    operations: callable,
    recordsOf: createSampleRecords(services.store),
    contextOf: createNodeContext({ services, run, operations: callable }),
  })
  await crons.start(createCronStarter(parts))
  webhookSender.start()
}

/** Begins nothing that is due, or goes on. */
export function pauseWork({ jobs, crons, workflowRuns }: Services, on: boolean): void {
  for (const part of [jobs, crons, workflowRuns]) part.pause(on)
}
