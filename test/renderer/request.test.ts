import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CallRoute, requestOf } from '../../renderer/lib/service/request.ts'

const route = (more: Partial<CallRoute>): CallRoute => ({
  id: 'x',
  method: 'GET',
  path: '/v1/things/{id}',
  access: 'read',
  files: [],
  ...more,
})

describe('the request of a call', () => {
  test('has fields in the path, the others in the query, and leaves out undefined ones', () => {
    const { url, body } = requestOf(route({}), { id: 'a/b', limit: 5, cursor: undefined })
    assert.deepEqual([url, body], ['/v1/things/a%2Fb?limit=5', undefined])
  })

  test('has a JSON body when it changes something', () => {
    const { url, body, headers } = requestOf(route({ method: 'PUT' }), { id: 'a', name: 'b' })
    assert.deepEqual([url, body], ['/v1/things/a', '{"name":"b"}'])
    assert.deepEqual(headers, { 'content-type': 'application/json' })
  })

  test('has a multipart body when it uploads files', () => {
    const page = new File(['<h1>'], 'saved.html')
    const { body } = requestOf(route({ method: 'POST', files: ['page'] }), {
      id: 'a',
      page: [page, page],
      n: 1,
    })
    const form = body as FormData
    assert.equal((form.getAll('page')[0] as File).name, 'saved.html')
    assert.deepEqual([form.getAll('page').length, form.get('n'), form.get('id')], [2, '1', null])
  })
})
