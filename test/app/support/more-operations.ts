import { z } from 'zod'
import { defineOperation } from '../../../server/operations/operation.ts'
import { prebuiltOperations } from '../../../server/operations/prebuilt/prebuilt.ts'
import type { Services } from '../../../server/operations/services.ts'
import { definePrebuilt } from '../../../server/prebuilt/define-prebuilt.ts'
import { exactlyOne } from '../../../server/prebuilt/exactly-one.ts'

/** An API that the app does not know. It sends no request. */
const forecast = definePrebuilt({
  id: 'weathersite-forecast',
  name: 'Weathersite forecast',
  summary: 'The weather of the next days at a place.',
  description: 'Reads the page of a place.',
  platform: { name: 'weathersite', kind: 'weather site', origin: 'http://127.0.0.1:9' },
  input: exactlyOne(
    z.strictObject({
      place: z.string().optional().describe('The name of the place.'),
      place_id: z.string().optional().describe('Its id, instead of `place`.'),
      days: z.int().min(1).max(7).default(3).describe('How many days, 1 to 7.'),
      unit: z.enum(['celsius', 'kelvin']).default('celsius').describe('The unit of temperatures.'),
    }),
    'place',
    'place_id',
  ),
  output: z.object({
    place: z.string().describe('The place as it calls itself.'),
    days: z.array(z.object({ day: z.int(), high: z.number() })).describe('One row a day.'),
  }),
  example: { input: { place: 'Hillside' }, output: { place: 'Hillside', days: [{ day: 1, high: 21.5 }] } },
  probe: { place: 'Hillside' },
  load: async () => ({
    plan: async ({ place = 'somewhere', days }) => [{ source: 'forecast', body: { place, days } }],
    read([payload]) {
      const { place, days } = payload!.body as { place: string; days: number }
      return {
        place,
        days: Array.from({ length: days }, (_, index) => ({ day: index + 1, high: 20 + index })),
      }
    },
    payloadsOf: () => [],
  }),
})

export const unknownApi = (services: Services) => prebuiltOperations({ ...services, prebuilts: [forecast] })

/** The request ids of the calls that were cancelled. */
export const cancelledCalls: string[] = []

const waits = defineOperation({
  id: 'wait',
  group: 'trials',
  summary: 'Answers when it is cancelled.',
  method: 'GET',
  path: '/v1/wait',
  access: 'read',
  input: z.strictObject({}),
  output: z.looseObject({}),
  example: { input: {}, output: {} },
  answer: 'value',
  run: (_input, { signal, requestId }) =>
    new Promise<Record<string, unknown>>((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        cancelledCalls.push(requestId)
        reject(signal.reason)
      }),
    ),
})

const many = defineOperation({
  id: 'many',
  group: 'trials',
  summary: 'A long list.',
  method: 'GET',
  path: '/v1/many',
  access: 'read',
  input: z.strictObject({ rows: z.int().describe('How many rows.') }),
  output: z.object({ rows: z.array(z.unknown()) }),
  example: { input: { rows: 1 }, output: { rows: [] } },
  answer: 'value',
  run: ({ rows }) => ({ rows: Array.from({ length: rows }, (_, index) => rowOf(index)) }),
})

const rowOf = (index: number) => ({
  id: index,
  name: `row ${index}`,
  text: 'Kettles, cups and saucers of every size, each with its price.',
  price: index / 100,
  seller: { name: 'Hillside Goods', rating: 4.5 },
})

/** Operations with a slow and with a large answer. */
export const slowAndLargeOperations = () => [waits, many]
