import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ACCOUNT_LIMITS } from '../../server/store/accounts/accounts.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const table = read('docs/security.md')
  .split('\n')
  .filter(line => line.startsWith('| '))

/** The number that the code assigns to this name. */
function numberOf(file: string, name: string): number {
  const found = new RegExp(`\\b${name}(?: =|:)(?: \\{ maxBytes:)? ([\\d_]+)`).exec(read(`server/${file}`))
  assert.ok(found, `${file} has no number \`${name}\``)
  return Number(found[1]!.replaceAll('_', ''))
}

const plain = (n: number) => n.toLocaleString('en-US')
const kilobytes = (n: number) => `${n / 1_024} KB`
const megabytes = (n: number) => `${n / 1_048_576} MB`

/** A row of the table, a number in the code, and how the row writes it. */
const BOUNDS: [row: string, file: string, name: string, text: (n: number) => string][] = [
  ['Head of a request', 'http/listen.ts', 'MAX_HEAD_BYTES', kilobytes],
  ['Head of a request', 'http/listen.ts', 'MAX_HEADERS', n => `${n} headers`],
  ['Query', 'http/query.ts', 'MAX_PARAMETERS', n => `${n} parameters`],
  ['Message to `/mcp`', 'mcp/messages.ts', 'MAX_BYTES', megabytes],
  ['Tool call', 'mcp/tools/arguments.ts', 'MAX_ARGUMENTS', n => `${n} arguments`],
  ['Error', 'base/errors.ts', 'message', n => `${plain(n)} characters`],
  ['Error', 'base/errors.ts', 'field', n => `the name of a field ${n}`],
  ['Error', 'base/errors.ts', 'hint', n => `its hint ${plain(n)}`],
  ['JSON body', 'http/read-json.ts', 'DEFINITION_BOUNDS: BodyBounds', megabytes],
  ['JSON body', 'operations/operation.ts', 'LARGE_BODY: BodyBounds', megabytes],
  ['Values and levels of a JSON body', 'base/text/json-limits.ts', 'MAX_VALUES', n => `${plain(n)} values`],
  ['Values and levels of a JSON body', 'base/text/json-limits.ts', 'MAX_DEPTH', n => `${n} levels`],
  ['JSON body', 'base/text/json-limits.ts', 'MAX_PART_BYTES', megabytes],
  [
    'Values and levels of a JSON body',
    'base/text/json-limits.ts',
    'MAX_NAMES',
    n => `${plain(n)} different names`,
  ],
  ['Upload', 'http/read-upload.ts', 'MAX_BODY_BYTES', megabytes],
  ['Upload', 'http/read-upload.ts', 'MAX_PARTS', n => `${n} parts`],
  ['Upload', 'http/read-upload.ts', 'MAX_TEXT_BYTES', n => `a text part ${kilobytes(n)}`],
  ['Upload', 'http/read-upload.ts', 'MAX_NAME_BYTES', n => `${n} bytes`],
  ['Upload', 'http/read-upload.ts', 'MAX_BOUNDARY', n => `${n} characters`],
  ['Page', 'operations/uploads.ts', 'MAX_PAGE_BYTES', megabytes],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_RULES', n => `${plain(n)} rules`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_LEVELS', n => `${n} levels`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_CHARACTERS', n => `${plain(n)} characters`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_NAME', n => `names of ${n}`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_TRANSFORMS', n => `${plain(n)} transforms`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_PATTERNS', n => `patterns of ${plain(n)}`],
  ['Schema of a parser', 'parsers/schema/bounds.ts', 'MAX_SELECTORS', n => `selectors of ${plain(n)}`],
  ['Items of a batch', 'operations/batches/shapes.ts', 'MAX_ITEMS', plain],
  ['Workflow', 'store/workflows/workflows.ts', 'MAX_NODES', n => `${n} nodes`],
  ['Workflow', 'workflows/graph.ts', 'MAX_SETTINGS', n => `${plain(n)} values in all \`config\``],
  ['Workflow', 'workflows/is-shallow.ts', 'MAX_DEPTH', n => `${n} levels`],
  ['Import of rows or items', 'databases/record-bounds.ts', 'records', n => `${plain(n)} records`],
  ['Import of rows or items', 'databases/record-bounds.ts', 'columns', n => `${n} columns`],
  ['Import of rows or items', 'databases/record-bounds.ts', 'cell', n => `${megabytes(n)} a cell`],
  ['Import of rows or items', 'base/text/json-limits.ts', 'MAX_PART_BYTES', n => `${megabytes(n)} a record`],
  ['Import of rows or items', 'databases/record-bounds.ts', 'depth', n => `${n} levels`],
]

const rowOf = (name: string) => {
  const row = table.find(line => line.startsWith(`| ${name} |`))
  assert.ok(row, `docs/security.md has no row “${name}”`)
  return row
}

describe('docs/security.md has the limits of the code', () => {
  for (const [row, file, name, text] of BOUNDS)
    test(`${row}: ${name}`, () => {
      const bound = text(numberOf(file, name))
      assert.ok(rowOf(row).includes(bound), `${rowOf(row)} lacks ${bound}`)
    })

  for (const [row, limit] of [
    ['Crons of an account', ACCOUNT_LIMITS.crons],
    ['Event streams of an account', ACCOUNT_LIMITS.event_streams],
  ] as const)
    test(row, () => assert.ok(rowOf(row).includes(` ${plain(limit.default)} `)))
})
