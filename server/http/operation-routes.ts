import { Memoirist } from 'memoirist'
import { AppError } from '../base/errors.ts'
import type { Operation } from '../operations/operation.ts'
import { createInputReader } from './read-input.ts'

/** An operation and the reader of its input. */
export interface OperationRoute {
  operation: Operation
  readInput: ReturnType<typeof createInputReader>
}

/** The result of a lookup: a route, the methods that the path has instead, or nothing. */
type RouteMatch = { route: OperationRoute; params: Record<string, string> } | { allow: string[] } | null

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Longest part of a path, decoded. */
const MAX_PART_LENGTH = 200

/** Converts `/v1/parse/{parserId}` to the router's syntax. */
const toRouterPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** If a path ends in an id, the path without the id belongs to the operation too, so that a missing id gets its own 400. */
const withoutLastId = (path: string) => (/\/\{\w+\}$/.test(path) ? path.replace(/\/\{\w+\}$/, '') : null)

/** A call without its last id is refused whatever its content: people send the id in the body or the query. */
const withoutId = (operation: Operation): OperationRoute => ({
  operation,
  readInput() {
    const { path } = operation
    const field = /\w+(?=\}$)/.exec(path)![0]
    throw new AppError('invalid_input', `\`${field}\` is missing.`, {
      field,
      hint: `It belongs in the path: ${path}`,
    })
  },
})

/** Returns the paths of an operation with their routes, including those without its last id unless another operation has them. */
function routesOf(operation: Operation, usedPaths: ReadonlySet<string | undefined>) {
  const route = { operation, readInput: createInputReader(operation) }
  const pathWithoutId = withoutLastId(operation.path)
  const ownPaths = [operation.path, operation.alias].filter(path => path !== undefined)
  const pathsWithoutId = pathWithoutId
    ? [`${pathWithoutId}/`, pathWithoutId].filter(path => !usedPaths.has(path))
    : []
  return [
    ...ownPaths.map(path => [path, route] as const),
    ...pathsWithoutId.map(path => [path, withoutId(operation)] as const),
  ]
}

/**
 * Creates the lookup of operations by method and path. HEAD is a GET whose body is not sent. Calls that cost credits do not
 * take it: they would be paid for without a result.
 */
export function createRoutes(list: readonly Operation[]) {
  const router = new Memoirist<OperationRoute>()
  const added = new Set<string>()
  const usedPaths = new Set(list.flatMap(({ path, alias }) => [path, alias]))

  const add = (method: (typeof METHODS)[number], path: string, route: OperationRoute) => {
    const name = `${method} ${path}`
    if (!added.has(name)) router.add(method, toRouterPath(path), route)
    added.add(name)
  }

  for (const operation of list) {
    const methods = [operation.method, operation.also].filter(verb => verb !== undefined)
    const routes = routesOf(operation, usedPaths)
    for (const method of methods) for (const [path, route] of routes) add(method, path, route)
  }

  return (method: string, rawPath: string): RouteMatch => {
    const path = decodeUnreserved(rawPath)
    const found = router.find(method === 'HEAD' ? 'GET' : method, path)
    if (found && (method !== 'HEAD' || takesHead(found.store))) return withParams(found.store, found.params)
    const allow = METHODS.flatMap(verb => {
      const route = router.find(verb, path)?.store
      if (!route) return []
      return verb === 'GET' && takesHead(route) ? [verb, 'HEAD'] : [verb]
    })
    return allow.length ? { allow } : null
  }
}

const takesHead = ({ operation }: OperationRoute) => !operation.cost

/** Decodes characters that need no percent-encoding: `/v1/%6Beys` is `/v1/keys` (RFC 3986, 6.2.2.2). */
const decodeUnreserved = (path: string) =>
  path.includes('%')
    ? path.replaceAll(/%(?:2[DE]|3\d|4[1-9A-F]|5[\dA]|5F|6[1-9A-F]|7[\dAE])/gi, decodeURIComponent)
    : path

/** Returns null if a part of the path is not valid text, or is longer than any name. */
function withParams(route: OperationRoute, rawParams: Record<string, string>): RouteMatch {
  const params = Object.entries(rawParams).map(([name, text]) => [name, decodePart(text)] as const)
  if (params.some(([, value]) => value === null || value.length > MAX_PART_LENGTH)) return null
  return { route, params: Object.fromEntries(params) as Record<string, string> }
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
