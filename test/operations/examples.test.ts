import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cronBody, exampleCronBody, exampleCronDocument } from '../../server/operations/crons/body.ts'
import { checkSchemasAhead, parserBody } from '../../server/operations/parsers/body.ts'
import { exampleBody, exampleDocument } from '../../server/operations/parsers/examples.ts'
import {
  exampleDocument as exampleWorkflow,
  exampleWorkflowBody,
} from '../../server/operations/workflows/body.ts'
import { workflowBody } from '../../server/workflows/graph.ts'

describe('the example document', () => {
  const examples = {
    parser: [parserBody, exampleBody, exampleDocument],
    cron: [cronBody, exampleCronBody, exampleCronDocument],
    workflow: [workflowBody, exampleWorkflowBody, exampleWorkflow],
  } as const
  for (const [name, [schema, body, document]] of Object.entries(examples))
    test(`of a ${name} equals what the schema makes of the example body`, async () => {
      await checkSchemasAhead(body)
      assert.deepEqual(schema.parse(body), document)
    })
})
