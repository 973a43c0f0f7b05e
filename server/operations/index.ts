import { accountOperations } from './account/account.ts'
import { deletedOperations } from './account/deleted.ts'
import { pairingOperations } from './account/pairing.ts'
import { resultOperations } from './account/results.ts'
import { updateOperations } from './account/updates.ts'
import { accountUsageOperations } from './account/usage.ts'
import { batchOperations } from './batches/batches.ts'
import { batchCreation } from './batches/creation.ts'
import { batchFailureOperations } from './batches/failures.ts'
import { batchResultOperations } from './batches/results.ts'
import { collectOperations } from './collect/collect.ts'
import { cronOperations } from './crons/crons.ts'
import { databaseOperations } from './databases/databases.ts'
import { jobOperations } from './jobs/jobs.ts'
import { jobResultOperations } from './jobs/results.ts'
import { jobTraceOperations } from './jobs/trace.ts'
import { metricsOperations } from './metrics.ts'
import { callableOf, type Operation } from './operation.ts'
import { extractOperations } from './pages/extract.ts'
import { linkOperations } from './pages/links.ts'
import { matchOperations } from './pages/matches.ts'
import { pageParseOperations } from './pages/parse-page.ts'
import { pageOperations } from './pages/read.ts'
import { sentPageOperations } from './pages/sent.ts'
import { checkOperations } from './parsers/check-parser.ts'
import { fixtureOperations } from './parsers/fixtures.ts'
import { parserImportOperations } from './parsers/import.ts'
import { learnOperations } from './parsers/learn-parser.ts'
import { parseOperations } from './parsers/parse.ts'
import { parserOperations } from './parsers/parsers.ts'
import { statsOperations } from './parsers/stats.ts'
import { testOperations } from './parsers/test-parser.ts'
import { validateOperations } from './parsers/validate-parser.ts'
import { apiOperations } from './prebuilt/apis.ts'
import { prebuiltOperations } from './prebuilt/prebuilt.ts'
import { scrapeOperations } from './scraping/scrape.ts'
import type { Services } from './services.ts'
import { sessionOperations } from './sessions/sessions.ts'
import { webhookOperations } from './webhooks/webhooks.ts'
import { workflowRunOperations } from './workflows/runs.ts'
import { workflowOperations } from './workflows/workflows.ts'

/** Returns all operations of the service, in the order of the docs. Every interface is built from this list. */
export function operations(services: Services) {
  const calls: Operation[] = prebuiltOperations(services)
  const extractions = [...parseOperations(services), ...scrapeOperations(services)] as const
  const callable = callableOf([...calls, ...(extractions as readonly Operation[])])
  const all = (): readonly Operation[] => list
  const list = [
    ...calls,
    ...extractions,
    ...pageOperations(services),
    ...extractOperations(services),
    ...linkOperations(services),
    ...matchOperations(services),
    ...pageParseOperations(services),
    ...sentPageOperations(services),
    ...parserOperations(services),
    ...statsOperations(services),
    ...parserImportOperations(services),
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
    ...batchResultOperations(services),
    ...databaseOperations(services),
    ...cronOperations(services),
    ...collectOperations(services),
    ...workflowOperations(services, callable),
    ...workflowRunOperations(services, callable),
    ...sessionOperations(services),
    ...webhookOperations(services),
    ...accountOperations(services),
    ...accountUsageOperations(services),
    ...deletedOperations(services),
    ...metricsOperations(services),
    ...pairingOperations(services),
    ...updateOperations(services),
    ...resultOperations(services),
    ...apiOperations(services, all),
  ]
  return list
}
