import findMyWay from 'find-my-way'
import type { Operation } from '../operations/operation.ts'
import { createInputReader } from './read-input.ts'

/** An operation with what serving it needs. */
export interface Route {
  operation: Operation
  readInput: ReturnType<typeof createInputReader>
}

/** What a path stands for: a route, the verbs that it has instead, or nothing. */
export type Match = { route: Route; params: Record<string, string> } | { allow: string[] } | null

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** `/v1/parse/{parserId}` in the router's words. */
const pattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Where a path ends in an id, the path without it is this operation too, so that the missing id has its own 400. */
const withoutLastId = (path: string) => (/\/\{\w+\}$/.test(path) ? path.replace(/\/\{\w+\}$/, '') : null)

/** Without its id a call is refused whatever else it holds, so nothing of it is read. */
const withoutInput = (operation: Operation): Route => ({ operation, readInput: () => ({}) })

/** Finds the route of a verb and path in a list of operations; HEAD is a GET whose body is not sent. */
export function createRoutes(list: readonly Operation[]) {
  const router = findMyWay({ ignoreTrailingSlash: false, maxParamLength: 200 })
  const taken = new Set(list.flatMap(({ path, alias }) => [path, alias]))

  const add = (method: (typeof METHODS)[number], path: string, route: Route) => {
    if (!router.hasRoute(method, pattern(path))) router.on(method, pattern(path), noHandler, route)
  }

  for (const operation of list) {
    const route = { operation, readInput: createInputReader(operation) }
    const bare = withoutLastId(operation.path)
    const idless = bare ? [`${bare}/`, ...(taken.has(bare) ? [] : [bare])] : []
    for (const method of [operation.method, operation.also].filter(verb => verb !== undefined)) {
      for (const path of [operation.path, operation.alias]) if (path) add(method, path, route)
      for (const path of idless) add(method, path, withoutInput(operation))
    }
  }

  return (method: string, path: string): Match => {
    const found = router.find((method === 'HEAD' ? 'GET' : method) as 'GET', path)
    if (found) return { route: found.store as Route, params: present(found.params) }
    const allow = METHODS.filter(verb => router.find(verb, path))
    return allow.length ? { allow: allow.flatMap(verb => (verb === 'GET' ? ['GET', 'HEAD'] : verb)) } : null
  }
}

const noHandler = () => undefined

/** An empty id in a path is a missing one. */
const present = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value)) as Record<string, string>
