import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startFuzzedService } from './support/fuzz.ts'
import { cuts, hostileHeaders, messageOf, ownHeaders } from './support/requests.ts'
import { form } from './support/uploads.ts'

let parser = ''
let database = ''
const service = startFuzzedService(async app => {
  parser = await app.parser({ fields: { title: 'h1' } })
  const columns = [{ name: 'a', type: 'string' }]
  database = (await app.call('/v1/databases', { json: { name: 'Rows', columns } })).json.id
})

const EFFORT = { runs: 140, longRuns: 30_000 }

/** Paths for uploads and the part that each takes; functions, because the ids exist only once the service runs. */
const target = fc.constantFrom<[path: () => string, part: string]>(
  [() => `/v1/parse/${parser}`, 'html'],
  [() => `/v1/parse/${parser}`, 'html'],
  [() => '/v1/extract/videosite-channel', 'page'],
  [() => '/v1/extract/realty-details', 'page'],
  [() => '/v1/batches/upload', 'items'],
  [() => `/v1/databases/${database}/import`, 'file'],
  [() => '/v1/parse/x', 'html'],
  [() => '/v1/parsers', 'html'],
)

describe('every upload gets an answer, without holding up other calls,', () => {
  test('whatever its parts are', context => {
    const requests = fc.record({ target, form, cuts }).map(({ target: [path, part], form: make, cuts }) => {
      const form = make(part)
      const headers = [...ownHeaders(service.app), ['Content-Type', form.type] as [string, string]]
      return messageOf({ method: 'POST', target: path(), headers, body: form.body, cuts })
    })
    return service.holds(context, requests, EFFORT)
  })

  test('whatever its headers say about the body', context => {
    const length = fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(1_000, 70_000_000) },
    )
    const requests = fc
      .record({ target, form, cuts, length, hostile: fc.option(hostileHeaders) })
      .map(({ target: [path, part], form: make, cuts, length, hostile }) => {
        const form = make(part)
        const lengths = length === null ? [] : [['Content-Length', String(form.body.length + length)]]
        const headers = [
          ...ownHeaders(service.app),
          ['Content-Type', form.type],
          ...lengths,
          ...(hostile ?? []),
        ]
        return messageOf({
          method: 'POST',
          target: path(),
          headers: headers as [string, string][],
          body: form.body,
          cuts,
          isFramed: false,
        })
      })
    return service.holds(context, requests, { runs: EFFORT.runs / 4, longRuns: EFFORT.longRuns / 3 })
  })
})
