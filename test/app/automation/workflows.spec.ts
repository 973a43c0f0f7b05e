import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { startLocalSite } from '../../support/local-site.ts'
import type { TestApp } from '../../support/start-app.ts'
import { expect, test } from '../support/app.ts'
import { seriousFindingsInBothThemes } from '../support/axe.ts'
import { VIDEO_SOURCES } from '../support/video-sources.ts'
import { add, choose, node, pane, settings } from '../support/workflow-editor.ts'

// A click can miss an element that is still sliding in.
test.use({ contextOptions: { reducedMotion: 'reduce' }, refused: [409, 422] })

/** A text field or a combobox of a form. */
const field = (inside: Locator, name: string) =>
  inside
    .getByRole('textbox', { name, exact: true })
    .or(inside.getByRole('combobox', { name, exact: true }))
    .first()

/** Adds a node after the previous one, and fills in its form. */
async function addFilled(page: Page, title: string, fields: Record<string, string>) {
  await add(page, title)
  for (const [name, value] of Object.entries(fields)) await field(settings(page), name).fill(value)
}

async function makeTargets(winnow: TestApp, receiver: string) {
  const columns = ['video', 'id', 'text', 'channel'].map(name => ({ name, type: 'string' }))
  const database = await winnow.call('/v1/databases', {
    json: {
      name: 'Comments',
      columns: [...columns, { name: 'likes', type: 'integer' }],
      primary_key: ['video', 'id'],
      write_mode: 'upsert',
    },
  })
  const webhook = await winnow.call('/v1/webhooks', {
    json: { url: receiver, events: ['workflow_run.completed'] },
  })
  return { database: database.json.id, webhook: webhook.json }
}

const ROW = `{
  "video": nodes.each, "id": item.id, "text": item.text, "likes": item.likes,
  "channel": nodes.channel.identity.name
}`
const SCHEMA = {
  type: 'object',
  properties: { handle: { type: 'string' }, videos: { type: 'array', items: { type: 'string' } } },
  required: ['handle', 'videos'],
}
const MIN_LIKES = 10

for (const { name, absent, open } of VIDEO_SOURCES)
  test(`a workflow from a channel to a webhook is built on the canvas and run on ${name}`, async ({
    page,
    winnow,
  }) => {
    test.skip(absent !== undefined, absent)
    const [source, receiver] = [await open(), await startLocalSite()]
    receiver.on('/in', { status: 204 })
    await winnow.admin('/admin/settings/allow_hosts', { value: ['127.0.0.1'] })
    await winnow.admin('/admin/settings/videosite_url', { value: source.url })
    const { database, webhook } = await makeTargets(winnow, `${receiver.url}/in`)

    await page.goto(`${winnow.url}/app/workflows`)
    await page.getByRole('link', { name: 'New workflow' }).click()
    await page.getByLabel('Name of the workflow').fill('What people say')
    await settings(page).getByLabel('Input schema').fill(JSON.stringify(SCHEMA))
    await addFilled(page, 'videosite-channel', { Channel: '{{ item.handle }}' })
    await addFilled(page, 'For each', { List: 'input.videos' })
    await settings(page).getByRole('textbox', { name: 'Node ID', exact: true }).fill('each')
    await addFilled(page, 'videosite-comments', { 'Video ID': '{{ item }}' })
    await add(page, 'For each')
    await settings(page).getByRole('textbox', { name: 'List' }).click()
    await settings(page).getByRole('button', { name: 'item.comments', exact: true }).click()
    await expect(settings(page).getByRole('textbox', { name: 'List' })).toHaveValue('item.comments')

    // An error is shown at its node and at its field.
    await addFilled(page, 'Filter', { Condition: 'likes > 10' })
    await expect(node(page, 'Filter')).toContainText('cannot begin an expression')
    await expect(settings(page).getByText('Write item.likes for a field')).toBeVisible()
    await addFilled(page, 'Map', { 'New item': ROW })
    await choose(page, 'Filter')
    await settings(page).getByRole('textbox', { name: 'Condition' }).fill(`item.likes > ${MIN_LIKES}`)
    await choose(page, 'Map')
    await addFilled(page, 'Write rows', { Database: 'Comm' })
    await page.getByRole('option', { name: 'Comments' }).click()
    await addFilled(page, 'Webhook', { Webhook: webhook.id })
    await page.getByRole('option', { name: webhook.url }).click()
    await expect(page.getByText('no problems')).toBeVisible()

    // Undo restores a deleted node with its edges.
    await page.getByRole('button', { name: 'Delete node' }).click()
    await expect(node(page, 'Webhook')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(node(page, 'Webhook')).toBeVisible()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/\/workflows\/wf_/)
    await expect(page.getByText('v1 · saved')).toBeVisible()
    const id = page.url().split('/').at(-1)!
    const saved = (await winnow.call(`/v1/workflows/${id}`)).json
    expect(saved.edges.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)).toEqual([
      'input channel',
      'channel each',
      'each comments',
      'comments for_each',
      'for_each filter',
      'filter map',
      'map write_rows',
      'write_rows webhook',
    ])

    await page.getByRole('button', { name: 'Run…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Run' })
    await drawer.getByLabel('handle').fill(source.handle)
    for (const video of source.videos) {
      await drawer
        .getByRole('combobox', { name: 'videos' })
        .or(drawer.getByLabel('videos'))
        .first()
        .fill(video)
      await page.keyboard.press('Enter')
    }
    await drawer.getByRole('button', { name: 'Run', exact: true }).click()

    // The canvas shows the progress of the run: an unknown video fails, the others do not.
    const run = pane(page, 'Run')
    await expect(run.getByText('completed, 1 failed')).toBeVisible()
    await expect(run.getByText('3 credits')).toBeVisible()
    const count = source.moreLikesThan(MIN_LIKES)
    expect(count).toBeGreaterThan(0)
    await expect(node(page, 'videosite-comments')).toContainText('3 items → 2, 1 failed')
    await expect(node(page, 'Write rows')).toContainText(`${count} item`)
    await choose(page, 'videosite-comments')
    const input = pane(page, 'Input')
    await expect(input.getByText('Item 1 of 3')).toBeVisible()
    const failed = input.getByText('Failed', { exact: true })
    while (!(await failed.isVisible()))
      await input.getByRole('button', { name: 'Next item of input' }).click()

    const { data: rows } = (await winnow.call(`/v1/databases/${database}/rows?limit=1000`)).json
    expect(rows).toHaveLength(count)
    expect(rows[0].data.channel).toEqual(expect.any(String))
    await expect.poll(() => receiver.requests.length).toBe(count + 1)
    for (const { headers, body } of receiver.requests) {
      const signed = `${headers['x-winnow-timestamp']}.${body}`
      const mac = createHmac('sha256', webhook.secret).update(signed).digest('hex')
      expect(headers['x-winnow-signature']).toBe(`sha256=${mac}`)
    }
    const types = receiver.requests.map(({ body }) => JSON.parse(body.toString()).type).toSorted()
    expect(new Set(types)).toEqual(new Set(['workflow_run.completed', 'workflow_run.item']))

    await source.close()
    await receiver.close()
  })

const GRAPH = {
  name: 'Liked',
  nodes: [
    { id: 'input', type: 'input', pinned: [{ odd: { '': null, 'a b': [1, '2'] } }] },
    { id: 'list', type: 'for_each', config: { list: 'input.numbers' } },
    { id: 'big', type: 'if', config: { condition: 'item > 1' } },
    { id: 'sum', type: 'map', config: { value: '{"n": item * 2}' } },
  ],
  edges: [
    { from: 'input', to: 'list' },
    { from: 'list', to: 'big' },
    { from: 'big', to: 'sum', when: 'true' },
  ],
  input_schema: { type: 'object', properties: { numbers: { type: 'array', default: [1, 2, 3] } } },
}

test('a graph is edited as JSON without loss, connected by keyboard and mouse, and run dry', async ({
  page,
  winnow,
}) => {
  const workflow = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  await page.goto(`${winnow.url}/app/workflows`)
  await page.getByRole('link', { name: 'Liked' }).click()
  await expect(node(page, 'Map')).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])

  await page.getByText('JSON', { exact: true }).first().click()
  const text = page.getByRole('textbox', { name: 'Workflow as JSON' })
  await expect(text).toContainText('"a b": [')
  await text.click()
  await page.keyboard.press('ControlOrMeta+a')
  const { id, version, created_at, updated_at, ...body } = workflow
  const changedBody = { ...body, name: 'Doubled' }
  await page.evaluate(text => document.execCommand('insertText', false, text), JSON.stringify(changedBody))
  await expect(page.getByLabel('Name of the workflow')).toHaveValue('Doubled')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('v2 · saved')).toBeVisible()
  const { version: _, updated_at: __, ...saved } = (await winnow.call(`/v1/workflows/${id}`)).json
  expect(saved).toEqual({ id, created_at, ...changedBody })

  // A node can be selected and connected by keyboard, and the edge removed again.
  await page.getByText('Canvas', { exact: true }).click()
  await node(page, 'If').focus()
  await page.keyboard.press('Enter')
  const links = pane(page, 'Next nodes')
  await field(links, 'Branch').click()
  await page.getByRole('option', { name: 'false' }).click()
  await field(links, 'Next node').click()
  await page.getByRole('option', { name: 'Map' }).click()
  await links.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(links.getByText('false → Map')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(links.getByText('false → Map')).toHaveCount(0)

  // The same works with the mouse.
  const end = (id: string) => node(page, 'Map').locator(`.react-flow__handle.${id}`)
  await node(page, 'If').locator('[data-handleid="false"]').dragTo(end('target'))
  await expect(page.getByLabel('From If to Map, false')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByLabel('From If to Map, false')).toHaveCount(0)

  await page.getByRole('button', { name: 'Run…' }).click()
  await page.getByRole('dialog', { name: 'Run' }).getByRole('button', { name: 'Dry run' }).click()
  await expect(pane(page, 'Run').getByText('Dry run')).toBeVisible()
  await expect(node(page, 'Map')).toContainText('2 items → 2')
  await choose(page, 'Map')
  await page.getByRole('button', { name: 'Pin these items' }).click()
  await expect(settings(page).getByLabel('Sample items')).toHaveValue(/"n": 4/)
})

test('a version that was saved elsewhere in the meantime is not lost', async ({ page, winnow }) => {
  const { id } = (await winnow.call('/v1/workflows', { json: GRAPH })).json
  await page.goto(`${winnow.url}/app/workflows/${id}`)
  await page.getByLabel('Name of the workflow').fill('Mine')
  await winnow.call(`/v1/workflows/${id}`, { method: 'PUT', json: { ...GRAPH, name: 'Theirs' } })
  await page.reload()
  await expect(
    page.getByText('Version 2 was saved elsewhere. Your changes are based on version 1.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save mine as a new version' }).click()
  await expect(page.getByText('v3 · saved')).toBeVisible()
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore v2' }).click()
  await expect(page.getByLabel('Name of the workflow')).toHaveValue('Theirs')
})

test('an added node is in view, and is not marked as invalid before it is edited', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows/new`)
  for (const title of ['For each', 'Filter', 'Map', 'Dedupe', 'Delay', 'If']) await add(page, title)
  await expect(node(page, 'If')).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByText('6 nodes to fill in')).toBeVisible()
  await expect(page.locator('[data-faulty]')).toHaveCount(0)
  await choose(page, 'Delay')
  await expect(node(page, 'Delay').getByText('Not filled in yet')).toBeVisible()
  await field(settings(page), 'Wait (seconds)').fill('-1')
  await expect(page.locator('[data-faulty]')).toHaveCount(1)
  await expect(page.getByText(/^\d problems?$/)).toBeVisible()
  await expect(page.getByText('`')).toHaveCount(0)
})

test('a run cannot be started while its input is invalid JSON, and starts with the corrected input', async ({
  page,
  winnow,
}) => {
  const json = { name: 'Free', nodes: [{ id: 'input', type: 'input', config: {} }], edges: [] }
  const { id } = (await winnow.call('/v1/workflows', { json })).json
  await page.goto(`${winnow.url}/app/workflows/${id}?drawer=run`)
  const drawer = page.getByRole('dialog', { name: 'Run' })
  const input = drawer.getByRole('textbox', { name: 'Input' })
  await input.fill('{"shop": "first"}')
  for (const [wrong, why] of [
    ['{"shop": "second"', /Not valid JSON/],
    ['["second"]', 'Write an object in braces: {…}'],
  ] as const) {
    await input.fill(wrong)
    await expect(drawer.getByText(why)).toBeVisible()
    for (const name of ['Run', 'Dry run']) await drawer.getByRole('button', { name, exact: true }).click()
    await expect(input).toBeFocused()
  }
  expect((await winnow.call('/v1/workflow-runs')).json.data).toEqual([])
  await input.fill('{"shop": "second"}')
  await drawer.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(drawer).toHaveCount(0)
  const [run] = (await winnow.call('/v1/workflow-runs')).json.data
  expect(run.input).toEqual({ shop: 'second' })
})

test('invalid JSON in the settings of a node prevents saving and running with the previous settings', async ({
  page,
  winnow,
}) => {
  await page.goto(`${winnow.url}/app/workflows/new`)
  await page.getByLabel('Name of the workflow').fill('Waits')
  await add(page, 'Delay')
  await settings(page).getByText('JSON', { exact: true }).click()
  const text = settings(page).getByRole('textbox', { name: 'Settings' })
  await text.fill('{"seconds": 1}')
  await text.fill('{"seconds": 2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('button', { name: 'Run…' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await winnow.call('/v1/workflows')).json.data).toEqual([])
  await text.fill('{"seconds": 2}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('v1 · saved')).toBeVisible()
})

test.describe(() => {
  test.use({ refused: [400] })

  test('saving a workflow without a name says so and moves the focus to its name', async ({
    page,
    winnow,
  }) => {
    await page.goto(`${winnow.url}/app/workflows/new`)
    const name = page.getByLabel('Name of the workflow')
    await name.fill('')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('alert')).toContainText('name must have at least 1 character.')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
  })
})
