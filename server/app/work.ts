import { createCronStarter } from '../operations/crons/starter.ts'
import { createAttempt } from '../operations/jobs/attempt.ts'
import { callableOf, type Operation } from '../operations/operation.ts'
import type { RunOperation } from '../operations/run-operation.ts'
import type { Services } from '../operations/services.ts'
import { createNodeContext } from '../operations/workflows/context.ts'
import { createSampleRecords } from '../operations/workflows/sample-records.ts'

/** How background work calls operations. */
interface WorkOptions {
  run: RunOperation
  operations: readonly Operation[]
  /** Starts no due work, as in a service for a single command. */
  isPaused: boolean
}

/** Starts jobs, workflow runs, crons and deliveries. Due work calls operations through the same runner as requests. */
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

/** Stops starting due work, or continues. */
export function pauseWork({ jobs, crons, workflowRuns }: Services, on: boolean): void {
  for (const part of [jobs, crons, workflowRuns]) part.pause(on)
}
