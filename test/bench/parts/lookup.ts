import { join } from 'node:path'
import express from 'express'
import { startApp } from '../../../server/app.ts'
import { createRoutes } from '../../../server/http/operation-routes.ts'
import { operations } from '../../../server/operations/index.ts'
import type { Operation } from '../../../server/operations/operation.ts'
import { median } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'

const ROUNDS = 15
const REPETITIONS = 2_000
const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Paths from the start, the middle and the end of the list: Express tries its routes one after another. */
const PATHS = ['/v1/photosocial-profile', '/v1/crons', '/v1/workflow-runs/run_1']

/** Compares ways to find an operation: one lookup behind a single `app.use`, or one Express route per operation. */
export async function lookup(folder: string): Promise<void> {
  const list = await operationsOf(join(folder, 'lookup'))
  const contestants = { 'one lookup': byLookup(list), 'a route for each operation': byRoutes(list) }
  const rows: Record<string, object> = {}
  for (const path of PATHS) {
    const times = await inTurn(contestants, async find => microsecondsOf(() => find(path)), ROUNDS)
    const columns = Object.entries(times).map(([name, all]) => [`${name}, µs`, rounded(median(all))])
    rows[path] = Object.fromEntries(columns)
  }
  report('Finding an operation inside Express', rows)
}

async function operationsOf(folder: string): Promise<Operation[]> {
  let list: Operation[] = []
  const flags = { data_dir: folder, port: 0 }
  const app = await startApp({
    flags,
    env: {},
    more(services) {
      list = operations(services) as Operation[]
      return []
    },
  })
  await app.stop()
  return list
}

const request = (path: string) => ({ method: 'GET', url: path, headers: {} }) as never

function byLookup(list: Operation[]) {
  const match = createRoutes(list)
  const app = express()
    .disable('x-powered-by')
    .use((req, _res, next) => void (match(req.method, req.path) ?? next()))
  return (path: string) => app(request(path), {} as never, notFound)
}

function byRoutes(list: Operation[]) {
  const app = express().disable('x-powered-by')
  for (const { method, path } of list)
    app[METHODS[method]](path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined)
  return (path: string) => app(request(path), {} as never, notFound)
}

function notFound(): never {
  throw new Error('No operation was found.')
}

function microsecondsOf(work: () => void): number {
  const startedAt = performance.now()
  for (let i = 0; i < REPETITIONS; i++) work()
  return ((performance.now() - startedAt) * 1_000) / REPETITIONS
}
