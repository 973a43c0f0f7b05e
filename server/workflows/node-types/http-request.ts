import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { namedValues } from '../../base/fields/named-values.ts'
import { checkHeaderNames, headerName } from '../../base/fields/request-headers.ts'
import { statusFacts } from '../../pages/meaning.ts'
import { secretHeaders } from '../../settings/secret-headers.ts'
import { type HttpAnswer, itemNode } from '../node-type.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

export const httpRequest = itemNode({
  type: 'http_request',
  group: 'outside',
  title: 'HTTP request',
  summary:
    'Sends a request for each item and emits the answer. After a crash one may be sent again, with the same `Idempotency-Key`.',
  config: z.strictObject({
    method: z.enum(METHODS).default('GET').meta({ title: 'Method' }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(8_192)
      .describe('The address. Hosts of the local network must be allowed first.')
      .meta({ title: 'Address' }),
    headers: namedValues(headerName, z.string())
      .superRefine((headers, context) => checkHeaderNames(headers, context))
      .default({})
      .meta({ title: 'Headers' }),
    secret_headers: secretHeaders,
    body: z
      .unknown()
      .optional()
      .describe('Text is sent as it is, anything else as JSON.')
      .meta({ title: 'Body' }),
    any_status: z
      .boolean()
      .default(false)
      .describe('Accept any status; otherwise only 2xx succeeds.')
      .meta({ title: 'Accept any status' }),
  }),
  branches: ['out'],
  isEffect: true,
  sample: () => ({ status: 200, headers: {}, body: {} }),
  async run({ config: { any_status, ...request } }, context) {
    const answer = await context.http(request)
    const isGood = answer.status >= 200 && answer.status < 300
    if (!isGood && !any_status) throw refused(answer)
    return [{ value: answer }]
  },
})

const refused = (answer: HttpAnswer) =>
  new AppError('upstream_status', `The address answered with ${answer.status}.`, {
    ...statusFacts(answer),
    hint: 'Set `any_status` to accept any status.',
  })
