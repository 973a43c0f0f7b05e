import { after, before } from 'node:test'
import type { Operation } from '../../../server/operations/operation.ts'
import { startWithOperations } from '../../docs/support/start-with-operations.ts'
import type { TestApp } from '../../support/start-app.ts'
import { connect, type ListedTool } from './clients.ts'

const ALL = 'default,jobs,batches,databases,learning,sessions,webhooks,crons,workflows,usage'

/** Starts a service for the tests of a file; gives the operations that are tools, and the tools that a client lists. */
export function startListedTools() {
  const winnow = {} as TestApp
  const operations: Operation[] = []
  const tools: ListedTool[] = []

  before(async () => {
    const started = await startWithOperations()
    Object.assign(winnow, started.service)
    operations.push(...started.list.filter(({ faces }) => faces?.tool))
    tools.push(...(await listed({}, `?groups=${ALL}`)))
  })
  after(() => winnow.stop())

  async function listed(headers: Record<string, string> = {}, query = '', key = winnow.key) {
    const client = await connect(winnow.url, key, headers, query)
    return client.tools().finally(client.close)
  }
  const names = async (...choice: Parameters<typeof listed>) =>
    (await listed(...choice)).map(({ name }) => name)

  const operationOf = (tool: string) => operations.find(({ faces }) => faces!.tool!.name === tool)!

  return { winnow, operations, tools, listed, names, operationOf }
}
