import { after, before } from 'node:test'
import { testChromium } from '../../support/chromium.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { type LoginSite, startLoginSite } from './login-site.ts'

/** A schema that requires an order, which the site shows only after a login. */
export const SCHEMA = { fields: { order: { css: '.order', required: true } } }

export const FLAGS = { allow_hosts: '127.0.0.1,localhost' }

/** Starts a service with a browser, and a site to log in to, for the tests of a file. */
export function startSessionSite() {
  const site = {} as LoginSite
  const service = {} as TestApp
  before(async () => {
    Object.assign(site, await startLoginSite())
    Object.assign(service, await startTestApp(FLAGS, undefined, { browser: await testChromium() }))
  })
  after(async () => {
    await service.stop()
    await site.close()
  })

  const scrape = (parser: string, path = '/orders', host = '127.0.0.1') =>
    service.call(`/v1/scrape/${parser}`, { json: { url: `http://${host}:${site.port}${path}` } })
  const shown = async (id: string) => (await service.call(`/v1/sessions/${id}`)).json

  return { site, service, scrape, shown }
}
