import { AppError } from '../base/errors.ts'
import { callHere } from '../operations/prebuilt/call-api.ts'
import { createPlatformCookies } from '../operations/prebuilt/cookies.ts'
import { createSourceMemory } from '../operations/prebuilt/source-memory.ts'
import { attemptHere } from '../operations/scraping/page-attempt.ts'
import type { PageCache } from '../operations/scraping/page-cache.ts'
import { noDictionaries } from '../operations/scraping/page-dictionaries.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import type { CallTask, ReadTask } from '../remote/perform-task.ts'
import { createTaskSessions } from '../sessions/task-sessions.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { Extraction } from '../threads/extraction.ts'
import type { createPageSources } from './page-sources.ts'

/** Dependencies of the tasks of a worker. */
interface TaskDependencies extends ReturnType<typeof createPageSources> {
  extraction: Extraction
  values: SettingValues
  now(): number
}

const noCache: PageCache = {
  find: async () => null,
  pack: async () => () => undefined,
  keep: () => undefined,
}

/** A worker does not cache pages. */
const NO_CACHES = { pageCache: noCache, pageDictionaries: noDictionaries }

/** Reads a page as the service does for a job whose result is only stored. */
export function createReadTask({ values, ...services }: TaskDependencies): ReadTask {
  return async (
    { way, url, parser: hash, fetch, session, detail, from, trace, keeps_page },
    schema,
    signal,
  ) => {
    const sessions = createTaskSessions(session, services.now)
    const attempt = await attemptHere(
      {
        services: { ...services, sessions, settings: { values }, ...NO_CACHES },
        parser: { id: hash, version: 0, schema, fetch },
        url,
        accountId: '',
        ...(detail && { detail }),
        ...(from !== undefined && { from }),
        context: {
          signal,
          caller: null,
          debug: trace,
          stage: () => undefined,
          ...(keeps_page && { keepPage: () => undefined, storesOnly: true }),
        },
      },
      way,
    )
    const changes = sessions.changes()
    return { ...attempt, ...(changes && { changes }) }
  }
}

/** Calls a prebuilt API as a new visitor of its platform: with no cookies except those set during the call. */
export function createCallTask({ values, now, ...parts }: TaskDependencies): CallTask {
  const sourcesOf = createSourceMemory(now)

  return async ({ api: id, input }, signal) => {
    const api = prebuilts.find((known: Prebuilt) => known.id === id)
    if (!api) throw new AppError('unavailable_service', 'This worker does not know the API.')
    const { fetcher, browser, lacksBrowser } = withWorkerGuard(parts)
    const cookiesOf = createPlatformCookies(now)
    const services = { ...parts, fetcher, browser, cookiesOf, sourcesOf, settings: { values } }
    const call = await callHere(services, api, input, { signal })
    // The service may have the browser that gets through.
    const browserError = call.error?.code === 'blocked' ? lacksBrowser() : undefined
    return browserError ? { ...call, error: browserError } : call
  }
}

/** The address that the service sets for a platform passes the guard of the service, not that of a worker. */
function withWorkerGuard({ fetcher, browser }: Pick<TaskDependencies, 'fetcher' | 'browser'>) {
  let browserError: AppError | undefined
  return {
    fetcher: {
      fetch: ({ allow: _, ...request }: Parameters<typeof fetcher.fetch>[0]) => fetcher.fetch(request),
    },
    browser: {
      open: ({ allow: _, ...request }: Parameters<typeof browser.open>[0]) =>
        browser.open(request).catch(error => {
          if (error instanceof AppError && error.code === 'no_browser') browserError = error
          throw error
        }),
    },
    lacksBrowser: () => browserError,
  }
}
