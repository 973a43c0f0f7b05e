import { join } from 'node:path'
import type { Caller } from '../accounts/caller.ts'
import { createCredits } from '../accounts/credits.ts'
import type { Keys } from '../accounts/keys.ts'
import { createPairings } from '../accounts/pairings.ts'
import { createResults } from '../accounts/results.ts'
import { createSlots } from '../accounts/slots.ts'
import { createUpdates } from '../accounts/updates.ts'
import { VERSION } from '../base/version.ts'
import { createScheduler } from '../crons/scheduler.ts'
import { createRowWriter } from '../databases/write-rows.ts'
import { createDocs } from '../docs/create-docs.ts'
import { createJobEvents } from '../jobs/job-events.ts'
import { createJobQueue } from '../jobs/job-queue.ts'
import { createSentPages } from '../operations/pages/sent-pages.ts'
import { createPlatformCookies } from '../operations/prebuilt/cookies.ts'
import { createSourceMemory } from '../operations/prebuilt/source-memory.ts'
import { createPageCache } from '../operations/scraping/page-cache.ts'
import { createPageDictionaries } from '../operations/scraping/page-dictionaries.ts'
import { noPageWorkers } from '../operations/scraping/page-workers.ts'
import type { Services } from '../operations/services.ts'
import { storedCaller } from '../operations/stored-caller.ts'
import type { OwnBrowser } from '../pages/browser/launch.ts'
import type { DesktopNetwork } from '../pages/desktop/desktop-network.ts'
import { prebuilts } from '../prebuilt/index.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createChangedPayloads } from '../store/changed-payloads.ts'
import { createExtraction } from '../threads/extraction.ts'
import { reportLowCredits } from '../webhooks/low-credits.ts'
import { createPoster } from '../webhooks/post.ts'
import { createSender } from '../webhooks/sender.ts'
import { createRunEngine } from '../workflows/engine/run-engine.ts'
import { createExpressions } from '../workflows/expressions/create-expressions.ts'
import type { DataFolder } from './open-folder.ts'
import { createPageSources } from './page-sources.ts'

interface ServiceOptions {
  browser?: OwnBrowser | undefined
  network?: DesktopNetwork | undefined
  brief?: boolean
  keys: Keys
}

/** Builds the parts that operations use, each once. None of them runs due work before it is started. */
export async function createServices(
  folder: DataFolder,
  address: () => string,
  { browser, network, brief = false, keys }: ServiceOptions,
): Promise<Services> {
  const { store, settings, now, dataDir, report } = folder
  const { values } = settings
  const credits = createCredits(
    store,
    now,
    reportLowCredits({ events: store.events, limit: () => values.credits_low, now, report }),
  )
  const { guard, ...pageSources } = createPageSources(values, {
    profiles: join(dataDir, 'profiles'),
    browser,
    network,
    log: folder.log.warn,
  })
  const expressions = createExpressions({ timeoutMs: () => values.expression_timeout_ms, report })
  const jobs = createJobs(folder, credits)
  const keepChanged = createChangedPayloads(dataDir, () => values.keep_changed_payloads, now)

  return {
    store,
    settings,
    credits,
    slots: createSlots(),
    pairings: createPairings({ keys, now }),
    sentPages: createSentPages(now),
    address,
    results: createResults(store, now),
    updates: createUpdates(store),
    ...pageSources,
    pageCache: createPageCache({
      store: store.cachedPages,
      megabytes: () => values.cache_max_mb,
      now,
      report,
    }),
    pageDictionaries: createPageDictionaries(),
    pageWorkers: await createWorkers(folder, pageSources, brief),
    sessions: createSessions({ store, browser: pageSources.browser, now, report }),
    cookiesOf: createPlatformCookies(now, {
      read: name => store.sessions.openPlatform(name).cookies,
      keep: (name, cookies) =>
        void store.sessions.keepPlatform(name, { cookies, storage: [] }, now()).catch(report),
    }),
    sourcesOf: createSourceMemory(now),
    extraction: createExtraction({
      threads: values.parse_workers,
      timeoutMs: () => values.parse_timeout_ms,
      report,
      maxAnswerMb: () => values.parse_max_answer_mb,
    }),
    expressions,
    rowWriter: createRowWriter({ store, now }),
    webhookSender: createSender({ ...folder, poster: createPoster(guard), version: VERSION }),
    jobs,
    crons: createScheduler<Caller>(folder),
    workflowRuns: createWorkflowRuns(folder, { expressions, events: jobs.events }),
    prebuilts,
    version: VERSION,
    now,
    keepChanged: (platform, payloads) => keepChanged(platform, payloads).catch(report),
    docs: createDocs({ version: VERSION, address }),
  }
}

/** Connects to workers through the NATS server of the settings. A service for a single command needs no workers. */
async function createWorkers(
  { settings: { values }, now, report }: DataFolder,
  { fetcher, browser, userAgent }: Pick<Services, 'fetcher' | 'browser' | 'userAgent'>,
  isBrief: boolean,
) {
  if (values.nats_url === null || isBrief) return noPageWorkers
  const { createPageWorkers } = await import('../remote/page-workers.ts')
  return createPageWorkers({ settings: () => values, userAgent, fetcher, browser, now, report })
}

const createJobs = (folder: DataFolder, credits: Services['credits']) =>
  createJobQueue({
    ...folder,
    events: createJobEvents(),
    async slotsOf(id) {
      const account = (await folder.store.accounts.find(id))!
      await credits.balance({ account })
      return account.limits.job_concurrency
    },
    settle: credits.jobsEnded,
    leaseMs: () => folder.settings.values.job_timeout_ms,
  })

function createWorkflowRuns(
  folder: DataFolder,
  shared: { expressions: Services['expressions']; events: Services['jobs']['events'] },
) {
  const { store, settings } = folder
  return createRunEngine({
    ...folder,
    ...shared,
    async callerOf(row) {
      const caller = await storedCaller({ store }, { ...row, source: 'workflow' })
      return { ...caller, key: (await store.keys.find(row.key_id)) ?? caller.key }
    },
    retryMs: () => settings.values.job_retry_ms,
    maxItems: () => settings.values.run_max_items,
  })
}
