import { z } from 'zod'
import { startApp } from '../../../server/app.ts'
import { defineOperation, type Operation } from '../../../server/operations/operation.ts'
import { READS } from '../../../server/operations/tool-hints.ts'
import { answer } from '../anchors/answer.mjs'
import { listingSchema } from '../pages/listing.ts'

/** A paid operation that does nothing, so that only the service itself is measured. */
const nullOperation = defineOperation({
  id: 'null',
  group: 'bench',
  summary: 'Does nothing, for a credit.',
  method: 'GET',
  also: 'POST',
  path: '/v1/null',
  access: 'run',
  input: z.strictObject({
    username: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\w.]+$/)
      .describe('A name.'),
    first: z.int().min(1).max(50).default(12).describe('A number.'),
  }),
  output: z.looseObject({}),
  example: { input: { username: 'abc' }, output: answer },
  answer: 'value',
  faces: { tool: { name: 'null', group: 'bench', hints: READS } },
  cost: () => 1,
  run: () => answer,
})

const app = await startApp({
  flags: { data_dir: process.argv[2], port: 0, birth_credits: 1_000_000_000, public_rate: 1_000_000 },
  env: {},
  more: () => [nullOperation as unknown as Operation],
})

async function post(path: string, headers: Record<string, string>, fields: object) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  }
  return (await (await fetch(app.address + path, init)).json()) as Record<string, string>
}

const owner = { authorization: `Bearer ${app.adminToken}` }
await post('/admin/accounts/default', owner, { limits: { concurrency: 1000 } })
const { secret } = await post('/admin/keys', owner, { name: 'bench' })
const parser = await post('/v1/parsers', { 'x-api-key': secret! }, { name: 'listing', schema: listingSchema })
process.send?.({ address: app.address, key: secret, path: `/v1/parse/${parser.id}` })
