import { counted } from '../base/counted.ts'
import type { Operation } from '../operations/operation.ts'
import { errorsOf } from './error-table.ts'
import { fieldsOf, inputSchema, type JsonSchema, outputSchema, typeInWords } from './json-schema.ts'
import { asCurl, asJavaScript, asPython, exampleRequest } from './request-examples.ts'

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows.map(row => row.map(cell))]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const defaultInWords = ({ default: value }: JsonSchema) =>
  value === undefined ? '' : `\`${JSON.stringify(value)}\``

function parameters(schema: JsonSchema): string {
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    `\`${name}\``,
    typeInWords(property),
    required.has(name) ? 'yes' : 'no',
    defaultInWords(property),
    property.description ?? '',
  ])
  return rows.length ? table(['Name', 'Type', 'Required', 'Default', 'Description'], rows) : 'None.'
}

const verbs = ({ method, also, path }: Operation) =>
  [method, also]
    .filter(Boolean)
    .map(verb => `\`${verb} ${path}\``)
    .join(' · ')

const price = (operation: Operation) => {
  if (!operation.cost) return 'Free.'
  const credits = operation.cost(operation.example.input as never)
  return `${counted(credits, 'credit')} a call; only success is charged.`
}

/**
 * Returns the documentation of an operation as markdown, generated from its definition. `address` is the service that the
 * examples call.
 */
export function markdownOf(operation: Operation, address: string): string {
  const request = exampleRequest(operation, address)
  const withKey = operation.access !== 'public'
  const output = outputSchema(operation)
  return [
    `# ${operation.id}`,
    operation.summary,
    ...(operation.description ? [operation.description] : []),
    `${verbs(operation)} — ${price(operation)}`,
    ...(withKey ? ['Send an API key as `X-API-Key`.'] : []),
    '## Parameters',
    operation.also ? 'In the query of a GET, in the JSON body of a POST.' : '',
    parameters(inputSchema(operation)),
    '## Request examples',
    block('sh', asCurl(request, withKey)),
    block('js', asJavaScript(request, withKey)),
    block('python', asPython(request, withKey)),
    '## Response example',
    block('json', JSON.stringify(operation.example.output, null, 2)),
    '## Response schema',
    table(
      ['Field', 'Type', 'Description'],
      fieldsOf(output).map(({ path, type, description }) => [`\`${path}\``, type, description]),
    ),
    block('json', JSON.stringify(output, null, 2)),
    '## Errors',
    'Every error is `{error, field?, detail?, hint?}` and free.',
    table(
      ['Status', 'Meaning'],
      errorsOf(operation).map(({ status, meaning }) => [String(status), meaning]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}
