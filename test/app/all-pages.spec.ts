import type { ServerResponse } from 'node:http'
import { type CommentSite, plainPages, serveComments } from '../jobs/support/comment-site.ts'
import { VIDEO_ID } from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { test as base, expect } from './support/app.ts'
import { seriousFindingsInBothThemes } from './support/axe.ts'

const API = 'shortvideo-comments'

/** A service whose platform is a local site with five pages of comments. */
const test = base.extend<{ platform: LocalSite; comments: CommentSite; winnow: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  platform: async ({}, use) => {
    const site = await startLocalSite()
    await use(site)
    await site.close()
  },
  comments: async ({ platform }, use) => use(serveComments(platform, plainPages(5))),
  winnow: async ({ platform }, use) => {
    const winnow = await startTestApp({ shortvideo_url: platform.url, allow_hosts: ['127.0.0.1'] })
    await use(winnow)
    await winnow.stop()
  },
})

test('the Playground collects all pages of a list in a job and shows its progress', async ({
  page,
  winnow,
  comments,
}) => {
  await winnow.call(`/v1/${API}?video_id=${VIDEO_ID}`)
  const heldResponse = Promise.withResolvers<ServerResponse>()
  comments.instead.set('40', (_request, response) => heldResponse.resolve(response))
  const input = encodeURIComponent(JSON.stringify({ video_id: VIDEO_ID }))
  await page.goto(`${winnow.url}/app/playground/${API}?input=${input}`)
  await page.getByRole('switch', { name: 'All pages' }).check()
  await expect(
    page.getByText(/Up to 10 credits, about .+ You pay only for pages that are read\./),
  ).toBeVisible()
  await page.getByLabel('Maximum pages').fill('7')
  await expect(page.getByText(/Up to 7 credits/)).toBeVisible()
  expect(await seriousFindingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').getByText('Page 3 of up to 7, 4 items so far')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the job' })).toBeVisible()
  comments.instead.delete('40')
  ;(await heldResponse.promise).writeHead(307, { location: '/api/comment/list/?cursor=40' }).end()

  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByText('5 credits')).toBeVisible()
  await expect(answer.getByRole('treeitem', { name: 'comments' })).toContainText('10')
  const { json } = await winnow.call('/v1/jobs')
  await page.goto(`${winnow.url}/app/jobs/${json.data[0].id}`)
  await expect(page.getByText('5 of up to 7')).toBeVisible()
  await expect(page.getByText('That was the last page of the list.')).toBeVisible()
})

test('a job whose list stopped early shows where and why, and what was read', async ({
  page,
  winnow,
  comments,
}) => {
  comments.instead.set('40', { status: 403 })
  const json = { api_id: API, input: { video_id: VIDEO_ID }, max_pages: 9, max_attempts: 1 }
  const job = await winnow.call('/v1/jobs', { json })
  await winnow.ended(`/v1/jobs/${job.json.id}`)
  await page.goto(`${winnow.url}/app/jobs/${job.json.id}`)
  await expect(page.getByText('2 of up to 9')).toBeVisible()
  await expect(page.getByText(/The page after these could not be read/)).toBeVisible()
  await expect(page.getByRole('tree')).toContainText('comments')
})

test('all pages can be collected by a batch, a cron and a node of a workflow', async ({
  page,
  winnow,
  comments,
}) => {
  await page.goto(`${winnow.url}/app/batches/new`)
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: API, exact: true }).click()
  await page.getByRole('switch', { name: 'All pages' }).check()
  await page.getByLabel('Maximum pages').fill('4')
  await page.getByRole('textbox', { name: 'Items, one per line' }).fill(`{"video_id": "${VIDEO_ID}"}`)
  await page.getByRole('button', { name: 'Run 1 item' }).click()
  await expect(page).toHaveURL(/\/batches\/bat_/)
  const batch = await winnow.ended(`/v1${new URL(page.url()).pathname.replace('/app', '')}`)
  expect(batch.credits.used).toBe(4)
  expect(comments.asked).toEqual(['0', '20', '40', '60'])

  await page.goto(`${winnow.url}/app/crons/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Comments')
  await page.getByRole('combobox', { name: 'Parser or API' }).click()
  await page.getByRole('option', { name: API, exact: true }).click()
  await page.getByText('Video ID', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Video ID' }).fill(VIDEO_ID)
  await page.getByRole('switch', { name: 'All pages' }).check()
  await page.getByRole('button', { name: 'Create cron' }).click()
  await expect(page).toHaveURL(/\/crons\/crn_/)
  const crons = await winnow.call('/v1/crons')
  expect(crons.json.data[0].target.max_pages).toBe(10)

  const node = { id: 'list', type: 'operation', config: { operation: API, input: { video_id: VIDEO_ID } } }
  const graph = { nodes: [{ id: 'input', type: 'input' }, node], edges: [{ from: 'input', to: 'list' }] }
  const workflow = await winnow.call('/v1/workflows', { json: { name: 'Comments', ...graph } })
  await page.goto(`${winnow.url}/app/workflows/${workflow.json.id}`)
  await page.getByLabel(`Node ${API}`, { exact: true }).first().click()
  await page.getByRole('switch', { name: 'All pages' }).check()
  await page.getByRole('button', { name: 'Save as v2' }).click()
  await expect
    .poll(async () => (await winnow.call(`/v1/workflows/${workflow.json.id}`)).json.nodes[1].config.max_pages)
    .toBe(10)
})
