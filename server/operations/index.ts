import { accountOperations } from './account.ts'
import { apiOperations } from './apis.ts'
import { batchCreation } from './batch-creation.ts'
import { batchFailureOperations } from './batch-failures.ts'
import { batchOperations } from './batches.ts'
import { checkOperations } from './check-parser.ts'
import { cronOperations } from './crons.ts'
import { databaseOperations } from './databases.ts'
import { fixtureOperations } from './fixtures.ts'
import { jobResultOperations } from './job-results.ts'
import { jobTraceOperations } from './job-trace.ts'
import { jobOperations } from './jobs.ts'
import { learnOperations } from './learn-parser.ts'
import { callableOf, type Operation } from './operation.ts'
import { parseOperations } from './parse.ts'
import { parserImportOperations } from './parser-import.ts'
import { statsOperations } from './parser-stats.ts'
import { parserOperations } from './parsers.ts'
import { prebuiltOperations } from './prebuilt.ts'
import { resultOperations } from './results.ts'
import { scrapeOperations } from './scrape.ts'
import type { Services } from './services.ts'
import { testOperations } from './test-parser.ts'
import { validateOperations } from './validate-parser.ts'
import { webhookOperations } from './webhooks.ts'
import { workflowRunOperations } from './workflow-runs.ts'
import { workflowOperations } from './workflows.ts'

/** Everything that the service can do, in the order of the docs. Every face reads this list. */
export function operations(services: Services) {
  const calls: Operation[] = prebuiltOperations(services)
  const extractions = [...parseOperations(services), ...scrapeOperations(services)] as const
  const callable = callableOf([...calls, ...(extractions as readonly Operation[])])
  return [
    ...calls,
    ...extractions,
    ...parserOperations(services),
    ...statsOperations(services),
    ...parserImportOperations(),
    ...validateOperations(services),
    ...testOperations(services),
    ...learnOperations(services),
    ...fixtureOperations(services),
    ...checkOperations(services),
    ...jobOperations(services),
    ...jobResultOperations(services),
    ...jobTraceOperations(services),
    ...batchCreation(services),
    ...batchOperations(services),
    ...batchFailureOperations(services),
    ...databaseOperations(services),
    ...cronOperations(services),
    ...workflowOperations(services, callable),
    ...workflowRunOperations(services, callable),
    ...webhookOperations(services),
    ...accountOperations(services),
    ...resultOperations(services),
    ...apiOperations(services, id => calls.find(operation => operation.id === id)),
  ]
}
