import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import type { LocalSite } from '../../support/local-site.ts'
import { failure, startSiteAndFetcher } from '../start-fetcher.ts'

/** Holds back every answer of a site until the test releases it. */
function holdAnswers(site: LocalSite) {
  const held: ServerResponse[] = []
  let arrived = () => {}
  site.on('/', (_, response) => {
    held.push(response)
    arrived()
  })
  return {
    held,
    /** Resolves when `count` requests are waiting. */
    async until(count: number) {
      while (held.length < count)
        await new Promise<void>(resolve => {
          arrived = resolve
        })
    },
  }
}

describe('fetches from one host', () => {
  test('run only as many at once as the setting allows', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { hostConcurrency: 2 })
    const { held, until } = holdAnswers(site)
    const pages = Array.from({ length: 6 }, () => fetcher.fetch({ url: site.url }))
    for (let answerCount = 0; answerCount < 6; answerCount++) {
      await until(Math.min(answerCount + 2, 6))
      assert.ok(held.length <= answerCount + 2)
      held[answerCount]!.end()
    }
    for (const page of pages) assert.equal((await page).status, 200)
  })

  test('do not delay fetches from another host', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { hostConcurrency: 1 })
    const { held, until } = holdAnswers(site)
    const first = fetcher.fetch({ url: site.url })
    await until(1)
    const other = fetcher.fetch({ url: `http://localhost:${site.port}/other`, allow: () => true })
    assert.equal((await other).status, 404)
    held[0]!.end()
    await first
  })

  test('that are cancelled while they wait are never sent', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { hostConcurrency: 1 })
    const { held, until } = holdAnswers(site)
    const first = fetcher.fetch({ url: site.url })
    await until(1)
    const caller = new AbortController()
    const abortedFetch = fetcher.fetch({ url: `${site.url}/gone`, signal: caller.signal })
    const last = fetcher.fetch({ url: `${site.url}/last` })
    caller.abort()
    await assert.rejects(abortedFetch, failure('cancelled'))
    held[0]!.end()
    await Promise.all([first, last])
    assert.deepEqual(
      site.requests.map(({ path }) => path),
      ['/', '/last'],
    )
  })

  test('that exceed the time limit while they wait report that', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { hostConcurrency: 1 })
    const { held, until } = holdAnswers(site)
    const first = fetcher.fetch({ url: site.url })
    await until(1)
    await assert.rejects(
      fetcher.fetch({ url: site.url, timeoutMs: 30 }),
      failure('timeout', /already waiting/),
    )
    held[0]!.end()
    await first
    assert.equal(site.requests.length, 1)
  })

  test('free their slot when they fail', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { hostConcurrency: 1 })
    site.on('/broken', (_, response) => void response.destroy())
    await assert.rejects(fetcher.fetch({ url: `${site.url}/broken` }), failure('connection'))
    await assert.rejects(
      fetcher.fetch({ url: `${site.url}/`, headers: { 'x-a': '\n' } }),
      failure('invalid_input'),
    )
    assert.equal((await fetcher.fetch({ url: site.url })).status, 404)
  })
})
