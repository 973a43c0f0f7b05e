import { after, before } from 'node:test'
import type { App } from '../../../server/app.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/start-app.ts'

/** A service that may fetch from a local site, and retries jobs at once. */
export interface JobSite {
  service: TestApp
  site: LocalSite
  app: App
  /** A parser that requires the heading of the page. */
  parser: string
  /** Creates a job that scrapes a path of the site. Returns the answer. */
  scrape(path: string, more?: Record<string, unknown>): Promise<Answer>
  /** Resolves to the job once it has ended. */
  ended(id: string): Promise<Answer['json']>
  /** Resolves to the batch once it has ended. */
  batchEnded(id: string): Promise<Answer['json']>
  credits(): Promise<{ creditBalance: number; held: number; available: number }>
}

/**
 * Starts the service for the tests of a file, with its own options, and then prepares it. `/page` has a heading,
 * `/bare` has none.
 */
export function startJobSite(
  flags: Parameters<typeof startTestApp>[0] = {},
  prepare: (started: JobSite) => unknown = () => undefined,
  own: () => Promise<Parameters<typeof startTestApp>[2]> = async () => ({}),
): JobSite {
  const started = {} as JobSite
  before(async () => {
    const site = await startLocalSite()
    site.on('/page', { body: '<h1>Kettle</h1><a href="more">more</a>' })
    site.on('/bare', { body: '<p>Nothing here</p>' })
    const flagged = { allow_hosts: ['127.0.0.1'], job_retry_ms: 10, ...flags }
    const service = await startTestApp(flagged, undefined, await own())
    const parser = await service.parser({ fields: { title: { css: 'h1', required: true } } })
    Object.assign(started, { site, service, app: service.app, parser })
    await prepare(started)
  })
  after(async () => {
    await started.service.stop()
    await started.site.close()
  })

  const scrape: JobSite['scrape'] = (path, more = {}) =>
    started.service.call('/v1/jobs', {
      json: { parser_id: started.parser, input: { url: started.site.url + path }, ...more },
    })
  const ended: JobSite['ended'] = id => started.service.ended(`/v1/jobs/${id}`)
  const batchEnded: JobSite['batchEnded'] = id => started.service.ended(`/v1/batches/${id}`)
  const credits = async () => (await started.service.call('/v1/credits')).json
  return Object.assign(started, { scrape, ended, batchEnded, credits })
}
