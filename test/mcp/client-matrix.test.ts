import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { operations } from '../../server/operations/index.ts'
import type { Operation } from '../../server/operations/operation.ts'
import { checkSchemasAhead } from '../../server/operations/parsers/body.ts'
import type { Services } from '../../server/operations/services.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { withAllowedNulls, withUnknownFields } from './support/changed-values.ts'
import { CLIENTS, type ToolAnswer, type ToolClient } from './support/clients.ts'

/**
 * Every tool with its real schemas, in every client, through the real runner; only the work is replaced. The clients
 * check results against the schemas and drop what does not fit, so a schema that is too strict fails here.
 */

type Case = 'ok' | 'further_field' | 'null_leaf' | 'not_found' | 'too_many'

let outcome: Case = 'ok'
let winnow: TestApp
let rich: string
let poorKey: string

/** The example result, without the fields that the tool leaves out. */
function resultOf({ example: { output }, faces }: Operation): unknown {
  const { lacks = [] } = faces!.tool!
  if (!lacks.length) return output
  return Object.fromEntries(Object.entries(output as object).filter(([name]) => !lacks.includes(name)))
}

function resultFor(operation: Operation): unknown {
  const output = resultOf(operation)
  if (outcome === 'not_found')
    throw new AppError('not_found', 'There is no such thing.', { hint: 'Look again.' })
  if (outcome === 'too_many') throw new AppError('rate_limited', 'Enough for now.', { retryAfter: 7 })
  if (typeof output === 'string') return output
  if (outcome === 'null_leaf') return withAllowedNulls(operation.output, output)
  const further = withUnknownFields(output)
  return outcome === 'further_field' && operation.output.safeParse(further).success ? further : output
}

/** Copies of all tools under other names, whose work ends as the test says. */
const fakeOperations = (services: Services): Operation[] =>
  (operations(services) as Operation[])
    .filter(({ faces }) => faces?.tool)
    .map(operation => ({
      ...operation,
      id: `try-${operation.id}`,
      path: `/v1/try/${operation.id}`,
      faces: {
        tool: { ...operation.faces!.tool!, name: `try_${operation.faces!.tool!.name}`, group: 'try' },
      },
      own: async () => ({ schema: { fields: { title: 'h1' } } }),
      run: () => resultFor(operation) as never,
    }))

let list: Operation[] = []
before(async () => {
  winnow = await startTestApp({ birth_credits: 1_000 }, services => {
    list = fakeOperations(services)
    return list
  })
  rich = winnow.key
  poorKey = await winnow.keyFor('poor')
  await winnow.admin('/admin/credits', { account: 'poor', credits: -1_000 })
})
after(() => winnow.stop())

const nameOf = ({ faces }: Operation) => faces!.tool!.name
/** The example of an operation, without the fields that its tool does not take. */
const exampleArguments = ({ example, faces, files = {} }: Operation) =>
  Object.fromEntries(
    Object.entries(example.input)
      .filter(([name]) => !faces!.tool!.omits?.includes(name))
      .map(([name, value]) => [name, name in files ? '<h1>x</h1>' : value]),
  )
/** The fields of a result that `wholeResultArguments` asks the tool for. */
const shownResult = (operation: Operation, result: unknown) =>
  operation.faces!.tool!.shows
    ? Object.fromEntries(
        Object.keys(resultOf(operation) as object).map(name => [name, (result as never)[name]]),
      )
    : result
/** Arguments that ask for the whole result when a tool shows less by default. */
const wholeResultArguments = (operation: Operation) =>
  operation.faces!.tool!.shows ? { fields: Object.keys(resultOf(operation) as object) } : {}

for (const [title, open] of Object.entries(CLIENTS))
  describe(title, () => {
    let client: ToolClient
    let broke: ToolClient
    const connect = async (key: string) => {
      const connected = await open({ url: `${winnow.url}/mcp?groups=try`, headers: { 'x-api-key': key } })
      assert.equal((await connected.tools()).length, list.length)
      return connected
    }
    before(async () => {
      client = await connect(rich)
      broke = await connect(poorKey)
    })
    after(() => Promise.all([client.close(), broke.close()]))

    /** Calls every tool; `check` gets its operation and the answer. */
    const forEachOperation =
      (ending: Case, check: (operation: Operation, answer: ToolAnswer) => void) => async () => {
        outcome = ending
        assert.ok(list.length > 15)
        for (const operation of list) {
          check(
            operation,
            await client.call(nameOf(operation), {
              ...exampleArguments(operation),
              ...wholeResultArguments(operation),
            }),
          )
        }
      }

    for (const ending of ['ok', 'further_field', 'null_leaf'] as const)
      test(
        `accepts a result of every tool (${ending}), with the same value as text and as structured content`,
        forEachOperation(ending, (operation, { isError, content, structuredContent, _meta }) => {
          assert.ok(!isError, `${operation.id}: ${content[0]!.text}`)
          const expected = shownResult(operation, resultFor(list.find(({ id }) => id === operation.id)!))
          if (typeof expected === 'string') return assert.equal(content[0]!.text, expected)
          assert.deepEqual(structuredContent, expected, operation.id)
          assert.deepEqual(JSON.parse(content[0]!.text!), expected, operation.id)
          if (operation.cost?.(operation.example.input as never))
            assert.equal(_meta['winnow/credits'].used, 1, operation.id)
        }),
      )

    const failure =
      (code: RegExp, meta: Record<string, unknown>) => (operation: Operation, answer: ToolAnswer) => {
        assert.equal(answer.isError, true, operation.id)
        assert.equal(
          answer.structuredContent,
          undefined,
          'old clients check it against the schema of results',
        )
        assert.match(answer.content[0]!.text!, code, operation.id)
        for (const [name, value] of Object.entries(meta))
          assert.deepEqual(answer._meta[name], value, operation.id)
      }

    test(
      'gets the error and its hint when something is not found',
      forEachOperation(
        'not_found',
        failure(/^not_found: There is no such thing\. Look again\.$/, { 'winnow/code': 'not_found' }),
      ),
    )

    test(
      'gets the seconds to wait when it is rate limited',
      forEachOperation(
        'too_many',
        failure(/^rate_limited: Enough for now\. Retry after 7 s\.$/, { 'winnow/retry_after': 7 }),
      ),
    )

    test('gets the right argument names and an example when an argument is invalid', async () => {
      outcome = 'ok'
      for (const operation of list) {
        const [name] = Object.keys(operation.input.shape)
        if (!name) continue
        const bad = { ...exampleArguments(operation), [name]: { not: 'this' } }
        const answer = await client.call(nameOf(operation), bad)
        failure(/^invalid_input: .*Arguments: .*For example: try_/s, { 'winnow/code': 'invalid_input' })(
          operation,
          answer,
        )
      }
    })

    test('gets the credits needed and available when there are too few', async () => {
      outcome = 'ok'
      for (const operation of list) {
        const answer = await broke.call(nameOf(operation), exampleArguments(operation))
        await checkSchemasAhead(operation.example.input)
        if (!operation.cost?.(operation.input.parse(operation.example.input) as never))
          assert.ok(!answer.isError)
        else
          failure(/^insufficient_credits: .*needs 1 credit; 0 available/, {
            'winnow/code': 'insufficient_credits',
          })(operation, answer)
      }
    })
  })
