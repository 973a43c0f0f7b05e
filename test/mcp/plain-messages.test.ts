import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plainMessage } from '../../server/mcp/plain-message.ts'

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-06-18',
}

const message = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const CALL = { name: 'parse', arguments: { url: 'https://a.test/' } }

describe('a message is answered without the library', () => {
  test('when it lists the tools', () => {
    assert.deepEqual(plainMessage(HEADERS, message('tools/list')), { id: 1, isModern: false })
  })

  test('when it calls a tool, with or without arguments', () => {
    const call = { name: CALL.name, given: CALL.arguments }
    assert.deepEqual(plainMessage(HEADERS, message('tools/call', CALL)), { id: 1, isModern: false, call })
    const callWithoutArguments = plainMessage(HEADERS, message('tools/call', { name: 'parse' }, 'a'))
    assert.deepEqual(callWithoutArguments, { id: 'a', isModern: false, call: { name: 'parse', given: {} } })
  })
})

describe('a message is left to the library', () => {
  const unchanged: Record<string, unknown> = {
    'with another method that has the fields of a call': message('prompts/get', CALL),
    'with another method without fields': message('ping'),
    'that lists tools from a cursor': message('tools/list', { cursor: 'a' }),
    'whose call has a field more': message('tools/call', { ...CALL, task: {} }),
    'whose call names no tool': message('tools/call', { arguments: {} }),
    'whose arguments are a list': message('tools/call', { name: 'parse', arguments: [] }),
    'that asks for progress': message('tools/call', { ...CALL, _meta: { progressToken: 1 } }),
    'without an id': { jsonrpc: '2.0', method: 'tools/list' },
    'of another version of JSON-RPC': { ...message('tools/list'), jsonrpc: '1.0' },
    'of a revision that nobody knows': message('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' },
    }),
  }
  for (const [title, given] of Object.entries(unchanged))
    test(title, () => assert.equal(plainMessage(HEADERS, given), undefined))

  test('of a client that does not accept event streams', () => {
    assert.equal(plainMessage({ ...HEADERS, accept: 'application/json' }, message('tools/list')), undefined)
  })
})
