import { z } from 'zod'
import { nameField } from '../../base/fields/name-field.ts'
import { namedObject } from '../../base/fields/schema-names.ts'
import { idField, time } from '../fields.ts'
import { exampleData, exampleParser } from './examples.ts'
import { parsedData } from './parse.ts'

export const fixtureName = nameField('saved page')
const expected = parsedData
  .nullable()
  .describe('What the parser should read from the page; null: not said.')
  .meta({ title: 'Expected result' })

export const fixtureIds = { id: idField('parser'), fixture_id: idField('saved page', 'id') }

export const newFixture = z
  .strictObject({
    id: idField('parser'),
    name: fixtureName,
    html: z
      .string()
      .min(1)
      .optional()
      .describe('The page itself, 16 MB at most.')
      .meta({ title: 'Page HTML' }),
    job_id: idField('job').optional().describe('A job whose stored page is taken.').meta({ title: 'Job' }),
    url: z
      .string()
      .max(8_192)
      .optional()
      .describe('Address of the page in `html`, which its links are relative to.')
      .meta({ title: 'Page address' }),
    expected: expected
      .optional()
      .describe('What the parser should read from it; left out, what it reads now.')
      .meta({ title: 'Expected result' }),
  })
  .superRefine(({ html, job_id }, context) => {
    if ((html === undefined) !== (job_id === undefined)) return
    context.addIssue({
      code: 'custom',
      path: ['html'],
      message: 'Give exactly one of `html` and `job_id`.',
      params: { hint: 'html: the page itself; job_id: a job that has read it.' },
    })
  })

export const changedFixture = z.strictObject({ ...fixtureIds, name: fixtureName, expected })

export const fixtureShape = namedObject('Fixture', {
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  size: z.int().describe('Bytes that it takes here.'),
  expected,
  created_at: time,
})

export const exampleFixture = {
  id: 'fix_01KF0H6N2Q8V4XJ7M3T5W9Y1ZC',
  name: 'Kettle, with an offer',
  url: 'https://shop.example/kettle',
  size: 104,
  expected: exampleData,
  created_at: exampleParser.created_at,
}

const difference = namedObject('Difference', {
  field: z.string().describe('Where in the data.'),
  before: z
    .unknown()
    .describe(
      'null also where there is nothing; texts, lists and objects are cut after about 10,000 characters.',
    ),
  after: z.unknown(),
})

/** The result of checking a parser on one fixture. */
export const checkedFixture = namedObject('CheckedFixture', {
  id: z.string(),
  name: z.string(),
  state: z
    .enum(['passed', 'failed', 'error', 'unknown'])
    .describe(
      'Whether it reads what is expected; `error`: it reads nothing; `unknown`: nothing is expected.',
    ),
  error: z.string().nullable().describe('Why it reads nothing.'),
  differences: z.array(difference).describe('From what is expected to what is read.'),
})

export const comparedFixture = checkedFixture.extend({
  changes: z.array(difference).describe('From what the saved version reads to what the schema reads.'),
})

export const tally = {
  passed: z.int(),
  failed: z.int().describe('Those that read something else, or nothing.'),
  unknown: z.int(),
}

export const exampleChecked = {
  id: exampleFixture.id,
  name: exampleFixture.name,
  state: 'failed' as const,
  error: null,
  differences: [{ field: 'price', before: 24.5, after: null }],
}
