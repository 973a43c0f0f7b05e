import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { testChromium } from '../../support/chromium.ts'
import { withEnoughTime } from '../../support/enough-time.ts'
import { startLocalProxy } from '../../support/local-proxy.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = { fields: { title: 'h1', price: { css: '.price', type: 'number' } } }
const KETTLE = { title: 'Kettle', price: 24.5 }
const NOTHING = { title: null, price: null }

/** A shop whose page is empty until its script has fetched the goods. */
const SHELL = `<!doctype html><main></main><script>
  fetch('/goods' + location.search).then(answer => answer.json()).then(goods => {
    document.querySelector('main').innerHTML = '<h1>' + goods.title + '</h1><p class=price>' + goods.price
  })
</script>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/shop', { body: SHELL })
  site.on('/goods', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(KETTLE) })
  site.on('/plain', { body: '<h1>Kettle</h1><p class=price>24.5' })
  site.on('/half', { body: `<h1>Kettle</h1>${SHELL}` })
  site.on('/empty', { body: '<p>Closed' })
  site.on('/walled', ({ headers }, response) =>
    headers['sec-fetch-mode'] === 'navigate'
      ? response.end('<h1>Kettle</h1><p class=price>24.5')
      : response.writeHead(403).end(),
  )
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] }, undefined, {
    browser: await testChromium(),
  })
})
beforeEach(() => site.requests.splice(0))
after(async () => {
  await service.stop()
  await site.close()
})

const parserWith = (fetch: object, schema: object = SCHEMA) => service.parser(schema, { fetch })
const scrape = async (fetch: object, path: string, schema?: object) =>
  service.call(`/v1/scrape/${await parserWith(fetch, schema)}`, { json: { url: site.url + path } })
const summaryOf = ({ json, headers }: Answer) => [
  json,
  headers.get('x-source'),
  headers.get('x-credits-used'),
]
const visitsTo = (path: string) => site.requests.filter(request => request.path === path).length

describe('a page whose own script fetches the data', () => {
  test('gives nulls over HTTP, where the scripts of a page are not run', async () => {
    assert.deepEqual(summaryOf(await scrape({}, '/shop')), [NOTHING, 'http', '1'])
    assert.equal(visitsTo('/goods'), 0)
  })

  test('gives its data in a browser', async () => {
    assert.deepEqual(summaryOf(await scrape({ mode: 'browser' }, '/shop')), [KETTLE, 'browser', '1'])
    assert.equal(visitsTo('/goods'), 1)
  })

  test('gives its data with `auto`, which tries a browser after HTTP, at the price of one', async () => {
    assert.deepEqual(summaryOf(await scrape({ mode: 'auto' }, '/shop')), [KETTLE, 'browser', '1'])
    assert.equal(visitsTo('/shop'), 2)
  })
})

describe('a list that is longer once the scripts of its page have run', () => {
  const ITEMS = { items: { css: 'h1, p', all: true, required: true, min_items: 2 } }

  test('is read in a browser with `auto`, if HTTP gives fewer items than it must have', async () => {
    const answer = await scrape({ mode: 'auto' }, '/half', { fields: ITEMS })
    assert.deepEqual(summaryOf(answer), [{ items: ['Kettle', 'Kettle', '24.5'] }, 'browser', '1'])
  })
})

describe('a site that redirects until it gets its cookie back', () => {
  before(() =>
    site.on('/cookie', ({ headers }, response) =>
      headers.cookie?.includes('seen=1')
        ? response.end('<h1>Kettle</h1><p class=price>24.5')
        : response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1' }).end(),
    ),
  )

  test('is opened in a browser with `auto`', async () => {
    assert.deepEqual(summaryOf(await scrape({ mode: 'auto' }, '/cookie')), [KETTLE, 'browser', '1'])
    const json = { url: `${site.url}/cookie`, fetch: { mode: 'auto' } }
    assert.equal((await service.call('/v1/pages/read', { json })).headers.get('x-source'), 'browser')
  })

  test('is a free error over HTTP, with a hint to use `auto`', async () => {
    const { json, headers } = await scrape({}, '/cookie')
    assert.deepEqual([json.detail, headers.get('x-credits-used')], ['redirects', '0'])
    assert.match(json.hint, /`fetch\.mode`.*`auto`/)
    const reading = await service.call('/v1/pages/read', { json: { url: `${site.url}/cookie` } })
    assert.match(reading.json.hint, /cookies, which a browser keeps \(`fetch\.mode`\)/)
  })
})

describe('a site whose answer is not valid HTTP', () => {
  const answers = {
    'has bare line feeds': 'HTTP/1.1 200 OK\nContent-Type: text/html\n\n',
    'has a folded header': 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Note: a\r\n b\r\n\r\n',
    'begins with a status 100':
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n',
  }
  for (const [what, head] of Object.entries(answers))
    test(`because it ${what} is opened in a browser with \`auto\`, to which a hint points over HTTP`, async () => {
      site.on('/odd', (_, { socket }) => void socket!.end(`${head}<h1>Kettle</h1><p class=price>24.5`))
      assert.deepEqual(summaryOf(await scrape({ mode: 'auto' }, '/odd')), [KETTLE, 'browser', '1'])
      const { json, headers } = await scrape({}, '/odd')
      assert.deepEqual([json.detail, headers.get('x-credits-used')], ['connection', '0'])
      assert.match(json.error, /sent an answer that is not valid HTTP\.$/)
      assert.match(json.hint, /`fetch\.mode`.*`auto`/)
    })

  test('because its page has another length than it announces is a connection error that says so', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n'
    site.on('/odd', (_, { socket }) => void socket!.end(`${head}<h1>x`))
    const { json } = await scrape({}, '/odd')
    assert.match(json.error, /sent a page of another length than it announced\.$/)
    assert.match(json.hint, /`fetch\.mode`.*`auto`/)
  })
})

for (const mode of ['browser', 'auto'])
  test(`a page without content is free, even when a browser opens it (${mode})`, async () => {
    site.on('/blank', { body: '' })
    const answer = await scrape({ mode }, '/blank')
    assert.deepEqual([answer.status, answer.json.detail], [502, 'blocked'], answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

test('a page without content is a success when its scripts have fetched the data', async () => {
  site.on('/cleared', {
    body: `<script>fetch('/goods').then(answer => answer.text()).then(() => {
      document.documentElement.innerHTML = ''
    })</script>`,
  })
  const fields = { title: { network: '*/goods', path: 'title' } }
  assert.deepEqual(summaryOf(await scrape({ mode: 'browser' }, '/cleared', { fields })), [
    { title: 'Kettle' },
    'browser',
    '1',
  ])
})

test('a shadow tree that a script has attached is searched', async () => {
  site.on('/shadows', {
    body: `<x-card></x-card><script>
      const tree = document.querySelector('x-card').attachShadow({ mode: 'open' })
      tree.innerHTML = '<h1>Kettle</h1><x-price></x-price>'
      tree.querySelector('x-price').attachShadow({ mode: 'open' }).innerHTML = '<b>24.5</b>'
    </script>`,
  })
  const fields = { title: 'x-card >> h1', price: { css: 'x-card >> x-price >> b', type: 'number' } }
  assert.deepEqual(summaryOf(await scrape({ mode: 'browser' }, '/shadows', { fields })), [
    KETTLE,
    'browser',
    '1',
  ])
})

/** Adds three rows on scrolling to its end, up to six, then three per click of a button, up to twelve. */
const LIST = `<!doctype html><div style="height: 2000px"></div><ul></ul><button hidden>More</button><script>
  const list = document.querySelector('ul'), button = document.querySelector('button')
  const add = async start => {
    const { title } = await (await fetch('/goods?from=' + start)).json()
    for (let row = start; row < start + 3; row++)
      list.insertAdjacentHTML('beforeend', '<li style="height: 900px">' + title + ' ' + row + '</li>')
    button.hidden = list.children.length < 6 || list.children.length >= 12
  }
  addEventListener('scroll', () => {
    const isEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 10
    if (isEnd && list.children.length < 6) add(list.children.length)
  })
  button.onclick = () => add(list.children.length)
</script>`

describe('a list that grows', () => {
  before(() => site.on('/list', { body: LIST }))
  const rows = { fields: { rows: { css: 'li', all: true } } }
  const count = async (fetch: object) => {
    const { status, json } = await scrape({ mode: 'browser', ...fetch }, '/list', rows)
    assert.equal(status, 200, json.error)
    return json.rows.length
  }

  test('is read as it stands unless the parser says otherwise', async () => {
    assert.equal(await count({}), 0)
  })

  test('grows by scrolling, until nothing new appears or `scroll` is reached', async () => {
    assert.equal(await count({ scroll: 1 }), 3)
    assert.equal(await count({ scroll: 50 }), 6)
  })

  test('grows by clicks, after scrolling, until there is no button to click', async () => {
    assert.equal(await count({ scroll: 2, load_more: 'button', load_more_times: 1 }), 9)
    assert.equal(await count({ scroll: 2, load_more: 'button' }), 12)
    assert.equal(await count({ load_more: 'button' }), 0, 'what is hidden is not clicked')
  })

  const LEAVING = {
    'at once': '<li>a<a href="/list">next</a>',
    'some time after it': `<li>a<a href="#" onclick="setTimeout(() => location = '/list', 200)">next</a>`,
  }
  for (const [when, body] of Object.entries(LEAVING))
    test(`refuses a \`load_more\` click that leaves the page ${when}`, async () => {
      site.on('/paged', { body })
      const { status, json } = await scrape({ mode: 'browser', load_more: 'a' }, '/paged', rows)
      assert.deepEqual([status, json.field], [400, 'fetch.load_more'], json.error)
      assert.match(json.hint, /paginate/)
    })
})

test('further pages are opened in a browser too', async () => {
  const shelfItems = (
    name: string,
    next: string,
  ) => `<main></main><script>document.querySelector('main').innerHTML =
    '<li><a href="/shop?${name}">${name}</a></li>${next}'</script>`
  site.on('/shelf', { body: shelfItems('a', '<a class=next href="/shelf/2">2</a>') })
  site.on('/shelf/2', { body: shelfItems('b', '') })
  const follow = { link: 'a@href', fields: { title: 'h1', price: SCHEMA.fields.price } }
  const schema = {
    fields: { rows: { css: 'li', all: true, fields: { name: 'a' }, follow } },
    paginate: { next: 'a.next@href' },
  }
  const answer = await scrape({ mode: 'browser' }, '/shelf', schema)
  const items = [
    { name: 'a', ...KETTLE },
    { name: 'b', ...KETTLE },
  ]
  assert.deepEqual(summaryOf(answer), [{ rows: items }, 'browser', '4'])
})

describe('a parser with fetch mode `auto`', () => {
  const auto = (path: string, more: object = {}, schema?: object) =>
    scrape({ mode: 'auto', ...more }, path, schema)

  test('keeps the page fetched over HTTP when that is enough', async () => {
    assert.deepEqual(summaryOf(await auto('/plain')), [KETTLE, 'http', '1'])
    assert.equal(visitsTo('/plain'), 1)
  })

  test('uses a browser when the site blocks HTTP clients', async () => {
    assert.deepEqual(summaryOf(await auto('/walled')), [KETTLE, 'browser', '1'])
  })

  test('uses a browser when a required field is missing', async () => {
    const schema = { fields: { title: 'h1', price: { css: '.price', type: 'number', required: true } } }
    assert.deepEqual(summaryOf(await auto('/half', {}, schema)), [KETTLE, 'browser', '1'])
  })

  test('uses a browser when the element of `wait_for` is not in the page yet', async () => {
    assert.deepEqual(summaryOf(await auto('/half')), [{ title: 'Kettle', price: null }, 'http', '1'])
    assert.deepEqual(summaryOf(await auto('/half', { wait_for: '.price' })), [KETTLE, 'browser', '1'])
  })

  test('keeps the page fetched over HTTP when a browser finds no more in time', async () => {
    const answer = await auto('/plain', { wait_for: '.reviews', timeout_ms: 1_500 })
    assert.deepEqual(summaryOf(answer), [KETTLE, 'http', '1'])
  })

  test('uses no browser when that cannot help, as for a 404', async () => {
    const missing = await auto('/nowhere')
    assert.deepEqual([missing.status, missing.json.detail], [502, 'upstream_404'])
    assert.equal(visitsTo('/nowhere'), 1)
  })

  test('reports in a test and in a trace which attempt it took, and why', async () => {
    const parser = await parserWith({ mode: 'auto' })
    const url = `${site.url}/shop`
    const attempts = [
      { mode: 'http', taken: false, lack: 'No field has a value.' },
      { mode: 'browser', taken: true, lack: null },
    ]
    const trial = await service.call(`/v1/parsers/${parser}/test`, { json: { url } })
    assert.deepEqual([trial.json.data, trial.json.attempts], [KETTLE, attempts])
    const scraped = await service.call(`/v1/scrape/${parser}?debug=1`, { json: { url } })
    const [, path] = /<(.+)>/.exec(scraped.headers.get('link')!)!
    assert.deepEqual((await service.call(path!)).json.attempts, attempts)
  })

  test('caches the page that gave the data, but not one that made a browser necessary', async () => {
    const url = `${site.url}/shop?kept`
    const parser = await parserWith({ mode: 'auto', max_age_s: 60 })
    const again = () => service.call(`/v1/scrape/${parser}`, { json: { url } })
    assert.deepEqual(summaryOf(await again()), [KETTLE, 'browser', '1'])
    assert.deepEqual(summaryOf(await again()), [KETTLE, 'cache', '0'])
    await withEnoughTime(1_500, async timeout_ms => {
      const before = visitsTo('/empty')
      const empty = { mode: 'auto', max_age_s: 60, wait_for: '.never', timeout_ms }
      for (const _ of [1, 2])
        assert.deepEqual(summaryOf(await scrape(empty, '/empty')), [NOTHING, 'http', '1'])
      return visitsTo('/empty') === before + 4
    })
  })
})

describe('a scrape in a browser', () => {
  const browse = (path: string, more: object = {}) => scrape({ mode: 'browser', ...more }, path)

  test('waits for the element or the time in `wait_for`', async () => {
    site.on('/late', {
      body: `<script>setTimeout(() => document.body.innerHTML = '<h1>Late</h1>', 700)</script>`,
    })
    assert.equal((await browse('/late', { wait_for: 'h1' })).json.title, 'Late')
    assert.equal((await browse('/plain', { wait_for: 100 })).json.title, 'Kettle')
  })

  test('times out, free, with a mention of `wait_for` when its element never appears', () =>
    withEnoughTime(1_500, async timeout_ms => {
      const answer = await browse('/plain', { wait_for: '.reviews', timeout_ms })
      assert.deepEqual([answer.status, answer.json.detail], [502, 'timeout'])
      assert.equal(answer.headers.get('x-credits-used'), '0')
      if (!/wait_for/.test(`${answer.json.error} ${answer.json.hint}`)) return false
      assert.match(answer.json.hint, /Check `wait_for` against it, or raise `fetch\.timeout_ms`, which is/)
      return true
    }))

  test('refuses a `wait_for` that is not a valid selector', async () => {
    const answer = await browse('/plain', { wait_for: 'b:contains(x)' })
    assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.wait_for'], answer.text)
  })

  test('sends the headers of the parser', async () => {
    await browse('/plain', { headers: { 'X-Shop': 'east' } })
    assert.equal(site.requests.find(({ path }) => path === '/plain')?.headers['x-shop'], 'east')
  })

  test('sends all requests of the page through the proxy of the parser', async t => {
    const proxy = await startLocalProxy()
    t.after(proxy.close)
    assert.deepEqual((await browse('/shop', { proxy: proxy.url })).json, KETTLE)
    for (const path of ['/shop', '/goods']) assert.ok(proxy.asked.includes(`GET ${site.url}${path}`), path)
  })

  test('obeys robots.txt when the parser says so', async () => {
    site.on('/robots.txt', { body: 'User-agent: *\nDisallow: /plain' })
    site.on('/lane', { status: 302, headers: { location: '/plain' } })
    for (const path of ['/plain', '/lane']) {
      const answer = await browse(path, { robots: 'respect' })
      assert.deepEqual([answer.status, answer.json.detail], [400, 'target_forbidden'], path)
    }
    assert.equal((await browse('/plain', { robots: 'ignore' })).status, 200)
  })

  test('reports a missing page as `upstream_404`', async () => {
    const answer = await browse('/nowhere')
    assert.deepEqual([answer.status, answer.json.detail], [502, 'upstream_404'])
  })

  test('caches its pages apart from those fetched over HTTP', async () => {
    const aged = { max_age_s: 60 }
    assert.deepEqual(summaryOf(await scrape(aged, '/shop?apart')), [NOTHING, 'http', '1'])
    assert.deepEqual(summaryOf(await browse('/shop?apart', aged)), [KETTLE, 'browser', '1'])
    assert.deepEqual(summaryOf(await browse('/shop?apart', aged)), [KETTLE, 'cache', '0'])
  })
})
