import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GatePage, gatePage } from '../jobs/support/gate-page.ts'
import { withEnoughTime } from '../support/enough-time.ts'
import { type ShortNode, scrapeEach, startRunSite, stepOf } from './support/run-site.ts'

let gate: GatePage
const runs = startRunSite({}, ({ site }) => {
  gate = gatePage(site, '/gate')
})

const urls = (count: number, path = '/page') => ({
  urls: Array.from({ length: count }, (_, i) => `${runs.site.url}${path}?${i}`),
})
const send = (id: string, action: string, json = {}) =>
  runs.service.call(`/v1/workflow-runs/${id}/${action}`, { json })
const read = async (id: string) => (await runs.service.call(`/v1/workflow-runs/${id}`)).json

/** Follows the events of a workflow run until it is in this state. */
async function waitForState(id: string, state: string) {
  const response = await fetch(`${runs.service.url}/v1/workflow-runs/${id}/events`, {
    headers: { 'x-api-key': runs.service.key },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body!)
    if (decoder.decode(chunk).includes(`"state":"${state}","input"`)) return
  assert.fail(`never ${state}`)
}

/** Polls until this is the case, with a time limit far below the interval at which due work is checked. */
async function until(isSo: () => Promise<boolean>) {
  const end = performance.now() + 10_000
  while (!(await isSo())) {
    assert.ok(performance.now() < end, 'not within 10 s')
    await sleep(20)
  }
}

describe('a running workflow run', () => {
  test('aborts its requests when it is cancelled, and they cost nothing', async () => {
    const before = await runs.spent()
    const { json } = await runs.start(
      await runs.workflow({ nodes: scrapeEach(runs.parser) }),
      urls(3, '/gate'),
    )
    await gate.waiting(3)
    const cancelled = await send(json.id, 'cancel')
    assert.deepEqual([cancelled.status, cancelled.json.state], [200, 'cancelled'])
    await gate.waiting(0)
    const run = await read(json.id)
    assert.equal(stepOf(run, 'page')[0], 'cancelled')
    assert.equal((await runs.items(run, 'page', '&state=cancelled')).length, 3)
    assert.equal(await runs.spent(), before)
    assert.equal((await runs.credits()).held, 0)
    assert.equal((await send(json.id, 'cancel')).status, 409)
  })

  test('can be neither deleted nor retried until it has ended', async () => {
    const { json } = await runs.start(
      await runs.workflow({ nodes: scrapeEach(runs.parser) }),
      urls(1, '/gate'),
    )
    await gate.waiting(1)
    const deleteRun = () => runs.service.call(`/v1/workflow-runs/${json.id}`, { method: 'DELETE' })
    assert.deepEqual([(await deleteRun()).status, (await send(json.id, 'retry')).status], [409, 409])
    gate.open()
    await runs.runEnded(json.id)
    assert.equal((await deleteRun()).status, 204)
    assert.equal((await runs.service.call(`/v1/workflow-runs/${json.id}`)).status, 404)
  })

  test('works on no more items at once than its concurrency allows', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser), settings: { concurrency: 2 } })
    const { json } = await runs.start(id, urls(4, '/gate'))
    await gate.waiting(2)
    const running = await runs.items(json, 'page', '&state=running')
    assert.equal(running.length, 2)
    gate.open()
    await gate.waiting(2)
    gate.open()
    assert.equal((await runs.runEnded(json.id)).credits, 4)
  })

  test('shares the slots of its account with other runs', async () => {
    await runs.service.admin('/admin/accounts/default', { limits: { job_concurrency: 1 } })
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser) })
    const [first, second] = [await runs.start(id, urls(2, '/gate')), await runs.start(id, urls(1, '/gate'))]
    for (let i = 0; i < 3; i++) {
      await gate.waiting(1)
      gate.open()
      await gate.waiting(0)
    }
    for (const { json } of [first, second]) assert.equal((await runs.runEnded(json.id)).state, 'completed')
    await runs.service.admin('/admin/accounts/default', { limits: { job_concurrency: 4 } })
  })

  test('stops with the reason when its budget is spent', async () => {
    const before = await runs.spent()
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser), settings: { budget: 3 } })
    const run = await runs.run(id, urls(8))
    assert.deepEqual([run.state, run.error.code, run.error.node_id], ['failed', 'over_budget', 'page'])
    assert.deepEqual([run.credits, (await runs.spent()) - before], [3, 3])
  })

  test('stops with the reason when the account has no credits left', async () => {
    const poorKey = await runs.service.keyFor('poor')
    const headers = { 'x-api-key': poorKey }
    await runs.service.admin('/admin/credits', { account: 'poor', credits: -999 })
    const parser = await runs.service.parser({ fields: { title: 'h1' } }, {}, poorKey)
    const nodes = scrapeEach(parser).map(([id, type, config = {}]) => ({ id, type, config }))
    const edges = [
      { from: 'start', to: 'each' },
      { from: 'each', to: 'page' },
    ]
    const created = await runs.service.call('/v1/workflows', {
      headers,
      json: { name: 'poor', nodes, edges },
    })
    const { json } = await runs.service.call(`/v1/workflows/${created.json.id}/run`, {
      headers,
      json: { input: urls(3) },
    })
    const run = await runs.service.ended(`/v1/workflow-runs/${json.id}`, poorKey)
    assert.deepEqual([run.state, run.error.code, run.credits], ['failed', 'insufficient_credits', 1])
  })

  test('fails when its maximum duration is over', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser), settings: { max_duration: 1 } })
    const run = await runs.run(id, urls(1, '/gate'))
    assert.deepEqual([run.state, run.error.code], ['failed', 'timeout'])
    assert.equal(run.error.message, 'The run took longer than 1 second.')
    assert.match(run.error.hint, /^Raise `settings.max_duration` .* with the newest version\.$/)
    await gate.waiting(0)
  })

  test('fails only the item that exceeds the time limit of its node', () =>
    withEnoughTime(300, async timeout_ms => {
      const id = await runs.workflow({ nodes: scrapeEach(runs.parser, { timeout_ms }) })
      const run = await runs.run(id, { urls: [...urls(1, '/gate').urls, ...urls(1).urls] })
      assert.equal(run.state, 'completed')
      const [slow, quick] = await runs.items(run, 'page')
      assert.equal(slow.error?.code, 'timeout')
      if (quick.error?.code === 'timeout') return false
      assert.equal(quick.state, 'completed')
      return true
    }))

  test('can wait at a delay, and can be cancelled there', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['wait', 'delay', { seconds: '{{ item.seconds }}' }],
      ],
    })
    const quick = await runs.start(id, { seconds: 1 })
    await waitForState(quick.json.id, 'waiting')
    assert.equal((await runs.runEnded(quick.json.id)).state, 'completed')
    const { json } = await runs.start(id, { seconds: 3_600 })
    await waitForState(json.id, 'waiting')
    assert.equal((await send(json.id, 'cancel')).json.state, 'cancelled')
  })
})

describe('a run of a sub-workflow', () => {
  const inner = (config: object = {}) => runs.workflow({ nodes: scrapeEach(runs.parser), settings: config })
  const outer = (workflow_id: string, more = {}) =>
    runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.pages' }],
        ['sub', 'sub_workflow', { workflow_id, input: { urls: ['{{ item }}'] } }],
      ],
      ...more,
    })
  const pages = (count: number, path = '/page') => ({ pages: urls(count, path).urls })

  test('returns its output to the item that waits for it, once', async () => {
    const id = await outer(await inner())
    const run = await runs.run(id, pages(2))
    assert.deepEqual(run.output, { total: 2, items: [{ title: 'Kettle' }, { title: 'Kettle' }] })
    assert.equal(run.credits, 2)
    const { data } = (await runs.service.call(`/v1/workflow-runs?parent_run_id=${run.id}`)).json
    assert.deepEqual(
      data.map(({ trigger, state }: { trigger: { type: string }; state: string }) => [trigger.type, state]),
      Array(2).fill(['workflow', 'completed']),
    )
  })

  test('is cancelled together with its parent run', async () => {
    const { json } = await runs.start(await outer(await inner()), pages(1, '/gate'))
    await gate.waiting(1)
    await send(json.id, 'cancel')
    await gate.waiting(0)
    const { data } = (await runs.service.call(`/v1/workflow-runs?parent_run_id=${json.id}`)).json
    assert.equal(data[0].state, 'cancelled')
  })

  const waitingIn = async (nodes: ShortNode[], edges: string[]) => {
    const child = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['wait', 'delay', { seconds: 3_600 }],
      ],
    })
    const id = await runs.workflow({
      nodes: [['start', 'input'], ['sub', 'sub_workflow', { workflow_id: child }], ...nodes],
      edges: ['start → sub', ...edges],
    })
    const { json } = await runs.start(id, urls(1, '/gate'))
    const children = async () =>
      (await runs.service.call(`/v1/workflow-runs?parent_run_id=${json.id}`)).json.data
    await until(async () => (await children())[0]?.state === 'waiting')
    return { parent: json.id, child: (await children())[0].id }
  }

  test('that is cancelled while it waits wakes its waiting parent run at once', async () => {
    const { parent, child } = await waitingIn([], [])
    await waitForState(parent, 'waiting')
    await send(child, 'cancel')
    await until(async () => (await read(parent)).state === 'failed')
  })

  test('that is cancelled while it waits fails its item in a parent run that goes on', async () => {
    const page = { operation: 'scrape', input: { parserId: runs.parser, url: '{{ item.urls[0] }}' } }
    const { parent, child } = await waitingIn([['page', 'operation', page]], ['start → page'])
    await gate.waiting(1)
    await send(child, 'cancel')
    await until(async () => stepOf(await read(parent), 'sub')[3] === 1)
    gate.open()
    assert.equal((await runs.runEnded(parent)).state, 'completed')
  })

  test('is limited by the budget of its parent run, and fails its item there when that is spent', async () => {
    const id = await outer(await inner(), { settings: { budget: 2, concurrency: 1 } })
    const run = await runs.run(id, pages(3))
    assert.equal(run.credits, 2)
    // An item that waits for a sub-workflow lets the next one start, so any of the three may be the last to spend.
    const items = await runs.items(run, 'sub')
    assert.deepEqual(items.map(({ state }) => state).sort(), ['completed', 'completed', 'failed'])
    assert.match(items.find(({ error }) => error)!.error.message, /budget of 2/)
    assert.deepEqual([run.state, run.error.code, run.error.node_id], ['failed', 'over_budget', 'sub'])
  })

  test('fails its parent run when no credits are left, and a retry keeps what was paid for', async () => {
    const key = (await runs.service.admin('/admin/keys', { name: 'capped', monthly_cap: 2 })).json.secret
    const id = await outer(await inner())
    const started = await runs.service.call(`/v1/workflows/${id}/run`, {
      json: { input: pages(3) },
      headers: { 'x-api-key': key },
    })
    const run = await runs.runEnded(started.json.id)
    assert.deepEqual([run.state, run.error.code, run.error.field], ['failed', 'rate_limited', 'monthly_cap'])
    assert.deepEqual(stepOf(run, 'sub').slice(1, 4), [3, 2, 1])
    const again = await runs.retry(run.id, { from: 'failed' })
    assert.deepEqual([again.state, again.credits], ['completed', 1])
  })

  test('with a budget of its own fails without ending its parent run', async () => {
    const own = await inner({ budget: 1, concurrency: 1 })
    const all = { ...urls(2), pages: urls(1).urls }
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['all', 'sub_workflow', { workflow_id: own, input: { urls: '{{ item.urls }}' } }],
        ['one', 'sub_workflow', { workflow_id: own, input: { urls: '{{ item.pages }}' } }],
      ],
      edges: ['start → all', 'start → one'],
    })
    const run = await runs.run(id, all)
    assert.deepEqual([run.state, stepOf(run, 'all')[3], stepOf(run, 'one')[3]], ['completed', 1, 0])
  })
})
