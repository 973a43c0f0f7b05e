import { adminOperations } from '../../../server/admin/index.ts'
import type { AdminServices } from '../../../server/admin/services.ts'
import { operations } from '../../../server/operations/index.ts'
import type { Operation } from '../../../server/operations/operation.ts'
import type { Services } from '../../../server/operations/services.ts'
import { startTestApp } from '../../support/start-app.ts'

/**
 * Operations that reach beyond the service, such as windows and other folders, or change limits and settings that the
 * test needs.
 */
const EXCLUDED = new Set([
  'backup',
  'setting-change',
  'account-change',
  'platform-open',
  'doctor-live',
  'page-fetch',
])

/** Hosts in examples are replaced, because looking them up without a network takes longer than an answer may. */
const EXAMPLE_HOSTS = /https?:\/\/(?:[\w-]+\.)*example(?:\.\w+)?/g

const withUnusedUrls = (operation: Operation): Operation => {
  const input = JSON.parse(
    JSON.stringify(operation.example.input).replaceAll(EXAMPLE_HOSTS, 'http://127.0.0.1:9'),
  )
  return { ...operation, example: { ...operation.example, input } }
}

/**
 * Every operation that may be called with anything, including those of the owner, with example URLs of this machine.
 */
export async function everyOperation(): Promise<Operation[]> {
  let services: Services | undefined
  const service = await startTestApp({}, appServices => {
    services = appServices
    return []
  })
  await service.stop()
  const list = [
    ...operations(services!),
    ...adminOperations({ ...services, dataDir: '.' } as AdminServices),
  ] as Operation[]
  return list.filter(({ id }) => !EXCLUDED.has(id)).map(withUnusedUrls)
}

/** Creates records for operations to use; returns their ids by the part of the path before the id. */
export async function createRecords(app: {
  call(path: string, sent: { json: unknown }): Promise<{ status: number; text: string; json: { id: string } }>
}): Promise<Map<string, string>> {
  const records = new Map<string, string>()
  const add = async (path: string, json: unknown) => {
    const answer = await app.call(path, { json })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    records.set(path, answer.json.id)
    return answer.json.id
  }
  const input = { url: 'http://127.0.0.1:9/' }
  const parser = await add('/v1/parsers', { name: 'Titles', schema: { fields: { title: 'h1' } } })
  await add('/v1/databases', { name: 'Rows', columns: [{ name: 'a', type: 'string' }] })
  await add('/v1/workflows', { name: 'Flow', nodes: [{ id: 'start', type: 'input' }], edges: [] })
  await add('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['job.completed'] })
  await add('/v1/jobs', { parser_id: parser, input })
  await add('/v1/batches', { target: { parser_id: parser }, items: [{ input }] })
  records.set('/v1/parse', parser)
  records.set('/v1/scrape', parser)
  return records
}
