import { z } from 'zod'
import { idField } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { READS } from '../tool-hints.ts'
import { schemaField } from './body.ts'
import { exampleBody, exampleParser } from './examples.ts'
import { checkedFixture, comparedFixture, exampleChecked, tally } from './fixture-shapes.ts'
import { ownParser } from './parse.ts'
import { changesOf, checked, readFixture, savedReader, tallyOf, withFixtures } from './run-fixtures.ts'

/** `POST /v1/parsers/{id}/check`: runs a parser on the pages saved with it. */
export function checkOperations(services: Services) {
  const ownById = ownParser(services)
  const own = ({ id }: { id: string }, caller: Parameters<typeof ownById>[1]) =>
    ownById({ parserId: id }, caller)

  const check = defineOperation({
    id: 'parser-check',
    group: 'parsers',
    summary: 'Run a parser on all pages saved with it.',
    description: 'Checks for each whether it reads what is expected. Nothing is fetched.',
    method: 'POST',
    path: '/v1/parsers/{id}/check',
    access: 'run',
    input: z.strictObject({ id: idField('parser') }),
    output: z.object({ ...tally, fixtures: z.array(checkedFixture) }),
    example: {
      input: { id: exampleParser.id },
      output: { passed: 0, failed: 1, unknown: 0, fixtures: [exampleChecked] },
    },
    answer: 'value',
    faces: { tool: { name: 'parser_check', group: 'learning', hints: READS } },
    own,
    async run(_input, context) {
      const { owned: parser } = context
      const fixtures = await withFixtures(services, parser.id, async fixture =>
        checked(fixture, await readFixture(services, parser.id, fixture, savedReader(parser), context)),
      )
      return { ...tallyOf(fixtures), fixtures }
    },
  })

  const compare = defineOperation({
    id: 'parser-compare',
    group: 'parsers',
    summary: 'Show what a new schema would change on the pages saved with a parser.',
    description:
      'Compares it with the saved version, field by field, before it is published. Nothing is saved.',
    method: 'POST',
    path: '/v1/parsers/{id}/compare',
    access: 'run',
    input: z.strictObject({ id: idField('parser'), schema: schemaField }),
    output: z.object({
      ...tally,
      changed: z.int().describe('Pages where the schema reads something other than the saved version.'),
      fixtures: z.array(comparedFixture),
    }),
    example: {
      input: { id: exampleParser.id, schema: exampleBody.schema },
      output: {
        passed: 0,
        failed: 1,
        unknown: 0,
        changed: 1,
        fixtures: [{ ...exampleChecked, changes: exampleChecked.differences }],
      },
    },
    answer: 'value',
    faces: { tool: { name: 'parser_compare', group: 'learning', hints: READS } },
    own,
    async run({ schema }, context) {
      const { owned: parser, requestId } = context
      const tried = { key: requestId, schema }
      const fixtures = await withFixtures(services, parser.id, async fixture => {
        const read = (reader: typeof tried) => readFixture(services, parser.id, fixture, reader, context)
        const [before, after] = await Promise.all([read(savedReader(parser)), read(tried)])
        return { ...(await checked(fixture, after)), changes: await changesOf(before, after) }
      })
      const changed = fixtures.filter(({ changes }) => changes.length > 0).length
      return { ...tallyOf(fixtures), changed, fixtures }
    },
  })
  return [check, compare] as const
}
