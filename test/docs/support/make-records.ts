import assert from 'node:assert/strict'
import type { TestApp } from '../../support/start-app.ts'

/** Creates a record of each kind that uses a page at this address; returns their ids by prefix. */
export async function makeRecords(service: TestApp, url: string): Promise<Record<string, string>> {
  const create = async (path: string, json: object): Promise<string> => {
    const answer = await service.call(path, { json })
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.json.id
  }
  const first = async (path: string): Promise<string> => (await service.call(path)).json.data[0].id
  const prs = await service.parser({ fields: { title: 'h1' } })
  const input = { url }
  const columns = [{ name: 'title', path: 'title', type: 'string' }]
  const db = await create('/v1/databases', { name: 'a', columns })
  await service.call(`/v1/databases/${db}/rows`, { json: { rows: [{ title: 'Kettle' }] } })
  const wf = await create('/v1/workflows', { name: 'a', nodes: [{ id: 'in', type: 'input' }], edges: [] })
  const schedule = { expression: '0 0 1 1 *', timezone: 'UTC' }
  const crn = await create('/v1/crons', {
    name: 'a',
    ...schedule,
    target: { type: 'parser', id: prs, input },
  })
  const whk = await create('/v1/webhooks', { url, events: ['job.*'] })
  await service.call(`/v1/webhooks/${whk}/test`, { method: 'POST' })
  const run = await create(`/v1/workflows/${wf}/run`, { input: {} })
  const bat = await create('/v1/batches', { target: { parser_id: prs }, items: [{ input }] })
  const job = await create('/v1/jobs', { parser_id: prs, input })
  for (const path of [`workflow-runs/${run}`, `batches/${bat}`, `jobs/${job}`])
    await service.ended(`/v1/${path}`)
  const traceAnswer = await service.call(`/v1/scrape/${prs}?debug=1`, { json: input })
  return {
    prs, db, wf, crn, whk, run, bat, job,
    row: await first(`/v1/databases/${db}/rows`),
    crr: await create(`/v1/crons/${crn}/run`, {}),
    dlv: await first(`/v1/webhooks/${whk}/deliveries`),
    ses: await create('/v1/sessions', { name: 'a', hosts: ['127.0.0.1'] }),
    fix: await create(`/v1/parsers/${prs}/fixtures`, { name: 'a', html: '<h1>Kettle</h1>' }),
    req: traceAnswer.headers.get('x-request-id')!,
  } // biome-ignore format: a table
}
