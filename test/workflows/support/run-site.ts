import assert from 'node:assert/strict'
import { type JobSite, startJobSite } from '../../jobs/support/job-site.ts'
import type { Answer } from '../../support/start-app.ts'

/** A node in the short form of the tests: `[id, type, config, more]`. */
export type ShortNode = [id: string, type: string, config?: object, more?: object]

/** A workflow in the short form of the tests. */
interface ShortWorkflow {
  nodes: ShortNode[]
  /** `a → b`, or `a true → b` for a branch. Without edges, each node follows the one before. */
  edges?: string[]
  settings?: object
}

type Json = Answer['json']

/** A service with a site to fetch from, for tests of workflow runs. */
interface RunSite extends JobSite {
  /** Saves a workflow that accepts any input. Returns its id. */
  workflow(short: ShortWorkflow): Promise<string>
  /** Saves another version of it. */
  rewrite(id: string, short: ShortWorkflow): Promise<void>
  /** Starts a workflow run. Returns the answer. */
  start(workflow: string, input?: object, more?: object): Promise<Answer>
  /** Starts a workflow run. Returns the run once it has ended. */
  run(workflow: string, input?: object, more?: object): Promise<Json>
  runEnded(id: string): Promise<Json>
  retry(id: string, how?: object): Promise<Json>
  /** The items that a node received, or those that it emitted. */
  items(run: Json, node: string, query?: string): Promise<Json[]>
  spent(): Promise<number>
}

/** Nodes that scrape each page of the input’s `urls`. */
export const scrapeEach = (parser: string, more: object = {}): ShortNode[] => [
  ['start', 'input'],
  ['each', 'for_each', { list: 'item.urls' }],
  ['page', 'operation', { operation: 'scrape', input: { parserId: parser, url: '{{ item }}' } }, more],
]

const edgeOf = (text: string) => {
  const [, from, when, to] = /^(\w+)(?: (\w+))? → (\w+)$/.exec(text)!
  return { from, to, ...(when !== undefined && { when }) }
}

export const documentOf = ({ nodes, edges, settings = {} }: ShortWorkflow) => ({
  name: 'Test',
  nodes: nodes.map(([id, type, config = {}, more = {}]) => ({ id, type, config, ...more })),
  edges: edges?.map(edgeOf) ?? nodes.slice(1).map(([to], i) => ({ from: nodes[i]![0], to })),
  settings,
})

export function startRunSite(
  flags: Parameters<typeof startJobSite>[0] = {},
  prepare: (started: RunSite) => unknown = () => undefined,
): RunSite {
  const site = startJobSite(flags, async jobs => {
    const { call } = jobs.service
    const more: Omit<RunSite, keyof JobSite> = {
      async workflow(short) {
        const created = await call('/v1/workflows', { json: documentOf(short) })
        assert.equal(created.status, 201, created.text)
        return created.json.id
      },
      async rewrite(id, short) {
        const answer = await call(`/v1/workflows/${id}`, { method: 'PUT', json: documentOf(short) })
        assert.equal(answer.status, 200, answer.text)
      },
      start: (id, input, more = {}) =>
        call(`/v1/workflows/${id}/run`, { json: { ...(input && { input }), ...more } }),
      async run(id, input, more) {
        const started = await site.start(id, input, more)
        assert.equal(started.status, 202, started.text)
        return site.runEnded(started.json.id)
      },
      runEnded: id => jobs.service.ended(`/v1/workflow-runs/${id}`),
      async retry(id, how = {}) {
        const again = await call(`/v1/workflow-runs/${id}/retry`, { json: how })
        assert.equal(again.status, 202, again.text)
        return site.runEnded(again.json.id)
      },
      items: async (run, node, query = '') =>
        (await call(`/v1/workflow-runs/${run.id}/steps/${node}/items?limit=100${query}`)).json.data,
      spent: async () => 1_000 - (await jobs.credits()).creditBalance,
    }
    Object.assign(jobs, more)
    await prepare(site)
  }) as RunSite
  return site
}

/** The numbers of a step: state, items in, out, failed, credits. */
export const stepOf = (run: Json, node: string) => {
  const { state, items_in, items_out, items_failed, credits } = run.steps.find(
    (step: Json) => step.node_id === node,
  )
  return [state, items_in, items_out, items_failed, credits]
}
