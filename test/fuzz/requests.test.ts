import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startFuzzedService } from './support/fuzz.ts'
import {
  cuts,
  type Header,
  hostileHeaders,
  messageOf,
  method,
  ownHeaders,
  PATHS,
  path,
  query,
} from './support/requests.ts'

const service = startFuzzedService()

const EFFORT = { runs: 100, longRuns: 20_000 }

/** With the key of the account, with a wrong key, or without a key. */
const withKey = fc.constantFrom<(headers: Header[]) => Header[]>(
  headers => headers,
  headers => headers.filter(([name]) => name !== 'X-API-Key'),
  headers => headers.map(([name, value]) => [name, name === 'X-API-Key' ? 'wrong' : value]),
)

describe('every request gets an answer, without holding up other calls,', () => {
  test('whatever its verb and path are', context => {
    const requests = fc.record({ method, path, keyed: withKey }).map(({ keyed, path: target, ...rest }) =>
      messageOf({
        ...rest,
        target,
        headers: keyed(ownHeaders(service.app)),
        isFramed: isPlain(rest.method, target),
      }),
    )
    return service.holds(context, requests, EFFORT)
  })

  test('whatever its query is', context => {
    const requests = fc
      .record({
        method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD'),
        path: fc.constantFrom(...PATHS),
        query,
        keyed: withKey,
      })
      .map(({ method, path, query, keyed }) => {
        const headers = keyed(ownHeaders(service.app))
        return messageOf({ method, target: path + query, headers, isFramed: isPlain(method, path + query) })
      })
    return service.holds(context, requests, EFFORT)
  })

  test('whatever its headers are', context => {
    const requests = fc
      .record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
        target: fc.constantFrom(...PATHS),
        hostile: hostileHeaders,
        isOwn: fc.boolean(),
        body: fc.constantFrom(
          undefined,
          Buffer.from('{}'),
          Buffer.from('{"name": "x"}'),
          Buffer.from('5\r\n{"a":\r\n0\r\n\r\n'),
        ),
        cuts,
      })
      .map(({ hostile, isOwn, body, ...rest }) => {
        const headers = isOwn ? [...ownHeaders(service.app), ...hostile] : hostile
        return messageOf({ ...rest, ...(body && { body }), headers, isFramed: false })
      })
    return service.holds(context, requests, EFFORT)
  })
})

/** Whether verb and target are valid HTTP, so that the server can tell where the request ends. */
function isPlain(verb: string, target: string): boolean {
  return /^[A-Z]+$/.test(verb) && verb !== 'CONNECT' && /^[\x21-\x7e]+$/.test(target)
}
