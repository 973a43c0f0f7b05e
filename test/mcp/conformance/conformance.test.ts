import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { REVISIONS, runConformance } from '../support/conformance.ts'
import { fixtureServer } from '../support/conformance-fixtures.ts'
import { type HeaderProxy, startHeaderProxy } from '../support/header-proxy.ts'

/**
 * The official conformance suite. With the service's own tools it can check the transport, the lists and the access
 * checks; what needs tools with names of the suite is checked with fixtures over the same HTTP code.
 */

const SERVERS = {
  own: { title: 'with its own tools', start: () => startTestApp() },
  fixtures: {
    title: 'with the fixtures of the suite',
    start: () => startTestApp({}, undefined, { toolServer: fixtureServer }),
  },
}

for (const [baselines, { title, start }] of Object.entries(SERVERS))
  describe(`the endpoint conforms to the protocol ${title}`, () => {
    let winnow: TestApp
    let proxy: HeaderProxy
    const folder = tempFolder()
    before(async () => {
      winnow = await start()
      proxy = await startHeaderProxy(winnow.url, { 'x-api-key': winnow.key })
    })
    after(async () => {
      await proxy.close()
      await winnow.stop()
    })

    for (const revision of REVISIONS)
      test(revision, async () => {
        const { code, output } = await runConformance(`${proxy.url}/mcp`, revision, baselines, folder)
        assert.equal(code, 0, output)
        assert.match(output, /server-initialize|server-stateless/, 'scenarios have run')
      })
  })
