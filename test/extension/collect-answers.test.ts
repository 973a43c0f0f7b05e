import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { collectAnswers, collectedAnswers, stopCollecting } from '../../extension/collect-answers.ts'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'

const BOUNDS = { answers: 5, each: 100, all: 1_000 }

describe('the data that a page fetches', () => {
  let site: LocalSite
  let browser: Browser
  let page: Page

  before(async () => {
    site = await startLocalSite()
    site.on('/', { body: '<h1>Kettles</h1>' })
    site.on('/items', ({ query }, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"page":${query.get('page')}}`),
    )
    site.on('/long', { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(BOUNDS.each + 1) })
    browser = await chromium.launch(await testChromium())
    page = await browser.newPage()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  const opened = async () => {
    await page.goto(site.url)
    assert.equal(await page.evaluate(collectAnswers, BOUNDS), 0)
  }
  const texts = async () => (await page.evaluate(collectedAnswers)).map(({ text }) => text)

  test('is collected once per answer, even if a request object is reused', async () => {
    await opened()
    await page.evaluate(async () => {
      const request = new XMLHttpRequest()
      const send = (url: string) =>
        new Promise(resolve => {
          request.onloadend = resolve
          request.open('GET', url)
          request.send()
        })
      await send('http://127.0.0.1:9/')
      await send('/items?page=1')
      await send('/items?page=2')
    })
    assert.deepEqual(await texts(), ['{"page":1}', '{"page":2}'])
  })

  test('is collected up to its limits, until collecting is stopped', async () => {
    await opened()
    const ask = (path: string) => page.evaluate(path => fetch(path).then(answer => answer.text()), path)
    await ask('/long')
    for (let number = 1; number <= 6; number++) await ask(`/items?page=${number}`)
    assert.equal(await page.evaluate(collectAnswers, BOUNDS), 5)
    assert.equal((await texts()).at(-1), '{"page":5}')
    await page.evaluate(stopCollecting)
    await ask('/items?page=7')
    assert.deepEqual(await texts(), [])
  })
})
