import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startFuzzed } from './support/fuzz.ts'
import { cuts, hostileHeaders, messageOf, ownHeaders } from './support/requests.ts'
import { form } from './support/uploads.ts'

let parser = ''
let database = ''
const fuzzed = startFuzzed(async app => {
  parser = await app.parser({ fields: { title: 'h1' } })
  const columns = [{ name: 'a', type: 'string' }]
  database = (await app.call('/v1/databases', { json: { name: 'Rows', columns } })).json.id
})

const EFFORT = { runs: 200, longRuns: 30_000 }

const target = fc
  .constantFrom(
    () => `/v1/parse/${parser}`,
    () => `/v1/parse/${parser}`,
    () => '/v1/extract/videosite-channel',
    () => '/v1/extract/realty-details',
    () => '/v1/batches/upload',
    () => `/v1/databases/${database}/import`,
    () => '/v1/parse/x',
    () => '/v1/parsers',
  )
  .map(path => ({ toString: path }))

describe('every upload has an answer, and no other call waits for it', () => {
  test('whatever its parts are', context => {
    const requests = fc.record({ target, form, cuts }).map(({ target, form, cuts }) => {
      const headers = [...ownHeaders(fuzzed.app), ['Content-Type', form.type] as [string, string]]
      return messageOf({ method: 'POST', target: String(target), headers, body: form.body, cuts })
    })
    return fuzzed.holds(context, requests, EFFORT)
  })

  test('whatever its head says of the body', context => {
    const length = fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(1_000, 70_000_000) },
    )
    const requests = fc
      .record({ target, form, cuts, length, hostile: fc.option(hostileHeaders) })
      .map(({ target, form, cuts, length, hostile }) => {
        const lengths = length === null ? [] : [['Content-Length', String(form.body.length + length)]]
        const headers = [
          ...ownHeaders(fuzzed.app),
          ['Content-Type', form.type],
          ...lengths,
          ...(hostile ?? []),
        ]
        return messageOf({
          method: 'POST',
          target: String(target),
          headers: headers as [string, string][],
          body: form.body,
          cuts,
          isFramed: false,
        })
      })
    return fuzzed.holds(context, requests, { runs: EFFORT.runs / 4, longRuns: EFFORT.longRuns / 3 })
  })
})
