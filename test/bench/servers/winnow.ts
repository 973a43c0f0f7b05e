import { z } from 'zod'
import { startApp } from '../../../server/app.ts'
import { defineOperation, type Operation } from '../../../server/operations/operation.ts'
import { answer } from '../anchors/answer.mjs'

/** A paid operation that does nothing: what is left is the service itself. */
const nullOperation = defineOperation({
  id: 'null',
  group: 'bench',
  summary: 'Does nothing, for a credit.',
  method: 'GET',
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
  cost: () => 1,
  run: () => answer,
})

const app = await startApp({
  flags: { data_dir: process.argv[2], port: 0, birth_credits: 1_000_000_000 },
  env: {},
  more: () => [nullOperation as unknown as Operation],
})

const admin = async (path: string, fields: object) => {
  const response = await fetch(app.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  return (await response.json()) as Record<string, string>
}

await admin('/admin/accounts/default', { limits: { concurrency: 1000 } })
const { secret } = await admin('/admin/keys', { name: 'bench' })
process.on('SIGINT', () => process.exit(0))
process.send?.({ address: app.address, key: secret })
