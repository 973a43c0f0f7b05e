import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Prebuilt } from '../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'
import type { LocalSite } from '../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { STAND_INS, startStandIn } from './support/stand-ins.ts'

const WORDS = ['content-type', 'x-credits-used', 'x-source', 'x-notice']
const headerValuesOf = ({ headers }: Answer) => WORDS.map(name => headers.get(name))

for (const api of prebuilts as readonly Prebuilt[])
  describe(`${api.id} by GET and by POST`, () => {
    const standIn = STAND_INS[api.id]!
    let site: LocalSite
    let service: TestApp
    before(async () => {
      site = await startStandIn(standIn)
      service = await startTestApp({ [`${api.platform.name}_url`]: site.url, retries: 0 })
    })
    after(async () => {
      await service.stop()
      await site.close()
    })

    const query = (input: Record<string, unknown>) =>
      new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]))

    async function both(input: Record<string, unknown>) {
      const asked: string[][] = []
      const ask = async (path: string, init?: Parameters<TestApp['call']>[1]) => {
        const from = site.requests.length
        const answer = await service.call(path, init)
        asked.push(site.requests.slice(from).map(({ method, path, body }) => `${method} ${path} ${body}`))
        return answer
      }
      const got = await ask(`/v1/${api.id}?${query(input)}`)
      const posted = await ask(`/v1/${api.id}`, { json: input })
      assert.deepEqual(
        [posted.status, posted.text, headerValuesOf(posted)],
        [got.status, got.text, headerValuesOf(got)],
      )
      return { ...got, asked }
    }

    test('gives the same result after the same requests, for the same price', async () => {
      const { status, text, headers, json, asked } = await both(standIn.input)
      assert.equal(status, 200, text)
      assert.equal(headers.get('x-credits-used'), '1')
      assert.deepEqual(api.output.parse(json), json)
      assert.ok(asked[0]!.length > 0)
      assert.deepEqual(asked[1], asked[0])
    })

    test('refuses the same invalid input with the same error', async () => {
      const { status, json, asked } = await both({ ...standIn.input, colour: 'blue' })
      assert.deepEqual([status, json.field, asked], [400, 'colour', [[], []]])
      assert.equal((await both({})).status, 400)
    })
  })
