import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { savePage } from '../saved-files/save-page.ts'
import { createSession } from '../sessions/support/create-session.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const DATA = `data:image/gif;base64,${DOT.toString('base64')}`

const PAGE = `<!doctype html><link rel=stylesheet href=/css/main.css><h1>Shop</h1><img src=/dot.gif>
  <img src=http://10.1.2.3/own.gif><img src=/gone.gif><script src=/run.js></script>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  const css = { 'content-type': 'text/css' }
  site.on('/css/main.css', { body: '@import "more.css"; h1 { color: red }', headers: css })
  site.on('/css/more.css', { body: 'p { background: url(../dot.gif) }', headers: css })
  site.on('/dot.gif', { body: DOT, headers: { 'content-type': 'image/gif' } })
  service = await startTestApp({ allow_hosts: [`127.0.0.1:${site.port}`] })
})
after(async () => {
  await service.stop()
  await site.close()
})

async function show(fields: Record<string, string>) {
  const form = new FormData()
  form.append('html', new Blob([fields.html ?? PAGE], { type: 'text/html' }))
  for (const [name, value] of Object.entries({ ...fields, url: `${site.url}/list` }))
    if (name !== 'html') form.append(name, value)
  const answer = await fetch(`${service.url}/admin/pages/show`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.app.adminToken}` },
    body: form,
  })
  const result = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(result))
  return result as { html: string; cut: boolean; missing: number }
}

const requestedPaths = () => site.requests.map(({ path }) => path)

describe('a page shown with its look', () => {
  test('is shown plain by default, without requests to its site', async () => {
    const { html } = await show({})
    assert.match(html, /<h1 data-winnow="\d+">Shop/)
    assert.doesNotMatch(html, /<style|base64|gif"/)
    assert.equal((await show({ look: 'kept' })).html.includes(DATA), false)
    assert.deepEqual(requestedPaths(), [])
  })

  test('has its style sheets and pictures embedded, fetched behind the guard, and counts missing ones', async () => {
    const { html, missing } = await show({ look: 'fetched' })
    assert.match(html, /<style data-winnow="\d+">p \{ background: url\("data:image\/gif;base64,/)
    assert.match(html, /h1 \{ color: red \}/)
    assert.match(html, new RegExp(`<img [^>]*src="${DATA.replaceAll('+', '\\+')}"`))
    assert.doesNotMatch(html, /src="(?!data:)|script/)
    assert.equal(missing, 2, 'one is of this network, one is gone')
    assert.deepEqual(
      new Set(requestedPaths()),
      new Set(['/css/main.css', '/css/more.css', '/dot.gif', '/gone.gif']),
    )
  })

  test('is kept, so that opening the page again sends no request', async () => {
    const before = requestedPaths().length
    const { html } = await show({ look: 'fetched' })
    assert.ok(html.includes(DATA))
    assert.equal((await show({ look: 'kept' })).html, html)
    assert.equal(requestedPaths().length, before)
    const other = await show({ look: 'kept', html: `${PAGE}<p>another` })
    assert.ok(!other.html.includes(DATA))
  })

  test('has a limit of resources and bytes', async () => {
    const before = requestedPaths().length
    site.on('/big.gif', { body: Buffer.alloc(5_000_000), headers: { 'content-type': 'image/gif' } })
    const many = Array.from({ length: 300 }, (_, number) => `<img src=/many/${number}.gif>`)
    const { missing } = await show({ look: 'fetched', html: `<img src=/big.gif>${many.join('')}` })
    assert.equal(missing, 301)
    assert.equal(requestedPaths().length - before, 200)
  })

  test('loses its kept look when that part of the storage is emptied', async () => {
    const part = ({ part }: { part: string }) => part === 'snapshots'
    const { json } = await service.admin('/admin/storage')
    assert.ok(json.data.find(part).bytes > 0)
    const emptied = await service.admin('/admin/storage/snapshots/empty', {})
    assert.equal(emptied.json.data.find(part).bytes, 0)
    assert.ok(!(await show({ look: 'kept' })).html.includes(DATA))
  })

  test('has the pictures behind a login when it is fetched with a session that is logged in', async () => {
    const isIn = (cookie: string | undefined) => cookie === 'sid=1'
    site.on('/own.gif', ({ headers }, response) => {
      const status = isIn(headers.cookie) ? 200 : 403
      response.writeHead(status, { 'content-type': 'image/gif' }).end(isIn(headers.cookie) ? DOT : '')
    })
    const session = await createSession(service, 'Shop', [
      { name: 'sid', value: '1', domain: '127.0.0.1', path: '/' },
    ])
    const empty = await createSession(service, 'Nobody')
    const html = '<h1>Mine</h1><img src=/own.gif>'
    assert.equal((await show({ html, look: 'fetched' })).missing, 1)
    for (const id of [empty, 'ses_none'])
      assert.equal((await show({ html, look: 'fetched', session: id })).missing, 1, id)
    const { html: shownHtml, missing } = await show({ html, look: 'fetched', session })
    assert.equal(missing, 0)
    assert.ok(shownHtml.includes(DATA))
  })
})

describe('a page from a file that Chromium saved', () => {
  // biome-ignore lint/suspicious/noExplicitAny: answers of two operations
  const send = async (path: string, fields: Record<string, string | Blob>): Promise<any> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const headers = { authorization: `Bearer ${service.app.adminToken}` }
    return (await fetch(service.url + path, { method: 'POST', headers, body: form })).json()
  }

  /** Opens a page of a file, then shows the page that came out of it, as the app does later. */
  const showOpened = async (file: Blob) => {
    const answer = await send('/admin/pages/open', { html: file })
    const page =
      answer.har === null ? [answer.html, 'text/html; charset=utf-8'] : [answer.har, 'application/har+json']
    const later = new Blob([page[0]], { type: page[1] })
    return send('/admin/pages/show', { html: later, url: answer.url, look: 'kept' })
  }

  const assertCompleteLook = ({ html }: { html: string }) => {
    assert.match(html, /h1 \{ color: red;? \}/)
    assert.match(html, /<img [^>]*src="data:image\/gif;base64,/)
    assert.match(html, /p \{ background[^}]*data:image\/gif;base64,/)
  }

  test('has the look that the file contains, before and after it is opened, without requests to its site', async () => {
    site.on('/page', { body: PAGE.replace('http://10.1.2.3/own.gif', '') })
    const { mhtml, har } = await savePage(site, '/page')
    const before = requestedPaths().length
    for (const savedFile of [mhtml, har]) {
      const file = new Blob([savedFile])
      assertCompleteLook(await send('/admin/pages/show', { html: file, look: 'kept' }))
      assertCompleteLook(await showOpened(file))
    }
    assert.equal(requestedPaths().length, before)
  })

  test('has the look that the file contains, even if the file itself was never shown', async () => {
    site.on('/other', { body: `${PAGE}<p>other` })
    const { mhtml, har } = await savePage(site, '/other')
    for (const savedFile of [mhtml, har]) assertCompleteLook(await showOpened(new Blob([savedFile])))
  })
})
