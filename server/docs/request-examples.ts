import { queryText } from '../base/fields/query-text.ts'
import { type FileField, type Operation, pathFields, type UploadedFile } from '../operations/operation.ts'

/** An example request of an operation. */
interface ExampleRequest {
  method: string
  url: string
  /** Fields of a JSON body. */
  json?: Record<string, unknown>
  /** File parts of an upload: name and file name. */
  files?: [name: string, file: string][]
  /** Text parts of an upload. */
  texts?: [name: string, value: string][]
}

const isFile = (value: unknown): value is UploadedFile => value instanceof Object && 'bytes' in value

/** Returns the example of an operation as a request to `address`. */
export const exampleRequest = (operation: Operation, address: string): ExampleRequest =>
  requestOf(operation, operation.example.input as Record<string, unknown>, address)

/**
 * Converts any input of an operation to a request to `address`, with the operation's own method or the `preferredMethod`. A file
 * field holds uploads or file names.
 */
export function requestOf(
  { method, also, path, files, body }: Operation,
  given: Record<string, unknown>,
  address: string,
  preferredMethod?: string,
): ExampleRequest {
  const input = { ...given }
  let filled = path
  for (const name of pathFields(path)) {
    filled = filled.replace(`{${name}}`, () => inAddress(String(input[name] ?? `{${name}}`)))
    delete input[name]
  }
  const url = address + filled
  const isUpload = files && !(body && Object.keys(files).every(name => input[name] === undefined))
  if (isUpload) return { method, url, ...partsOf(input, files) }
  const verb = preferredMethod ?? (also === 'POST' && Object.values(input).some(isNested) ? 'POST' : method)
  if (verb === 'GET' || verb === 'DELETE') return { method: verb, url: url + queryText(input) }
  return Object.keys(input).length ? { method: verb, url, json: input } : { method: verb, url }
}

/** Encodes quotes as well, because a quote would end the string around the address. */
const inAddress = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

/** Values that a query cannot hold. */
const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const fileName = (value: unknown) => (isFile(value) ? (value.name ?? 'page.html') : String(value))

function partsOf(input: Record<string, unknown>, files: Record<string, FileField>) {
  const parts = Object.entries(input).flatMap(([name, value]) =>
    [value].flat().map((item): [string, unknown] => [name, item]),
  )
  const texts = parts.filter(([name]) => !(name in files))
  return {
    files: parts
      .filter(([name]) => name in files)
      .map(([name, file]): [string, string] => [name, fileName(file)]),
    ...(texts.length && { texts: texts.map(([name, value]): [string, string] => [name, String(value)]) }),
  }
}

/** Formats a request as a curl command; `$KEY` holds the key. */
export function asCurl({ method, url, json, files, texts = [] }: ExampleRequest, withKey: boolean): string {
  const isPlain = method === 'GET' || (method === 'POST' && (files || json))
  const lines = [`curl${isPlain ? '' : ` -X ${method}`} '${url}'`]
  if (withKey) lines.push('-H "X-API-Key: $KEY"')
  if (json) lines.push("-H 'Content-Type: application/json'", `-d ${inQuotes(JSON.stringify(json))}`)
  for (const [name, file] of files ?? []) lines.push(`-F ${inQuotes(`${name}=@${inForm(file)}`)}`)
  for (const [name, value] of texts) lines.push(`--form-string ${inQuotes(`${name}=${value}`)}`)
  return lines.join(' \\\n  ')
}

/** Quotes an unusual file name for curl's `-F`, in which a comma or semicolon would be a separator. */
const inForm = (file: string) => (/^[\w.-]+$/.test(file) ? file : `"${file.replace(/["\\]/g, '\\$&')}"`)

/** Quotes a text for a POSIX shell. */
const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Formats a call of a tool at `/mcp` as a curl command; AI clients send the same request. `$KEY` holds the key. */
export function asToolCall(name: string, given: Record<string, unknown>, address: string): string {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
  return [
    `curl '${address}/mcp'`,
    '-H "X-API-Key: $KEY"',
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-d ${inQuotes(JSON.stringify(call))}`,
  ].join(' \\\n  ')
}

/** Formats a request as JavaScript for Node 18 and later; `KEY` comes from the environment. */
export function asJavaScript(
  { method, url, json, files, texts = [] }: ExampleRequest,
  withKey: boolean,
): string {
  const headers = [
    ...(withKey ? ["'X-API-Key': process.env.KEY"] : []),
    ...(json ? ["'Content-Type': 'application/json'"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(json ? [`body: JSON.stringify(${JSON.stringify(json)})`] : []),
    ...(files ? ['body: form'] : []),
  ]
  const form = files
    ? [
        'const form = new FormData()',
        ...files.map(
          ([name, file]) => `form.append('${name}', await openAsBlob(${asText(file)}), ${asText(file)})`,
        ),
        ...texts.map(([name, value]) => `form.append('${name}', ${asText(value)})`),
      ]
    : []
  return [
    ...(files ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...form,
    options.length ? `const response = await fetch('${url}', {` : `const response = await fetch('${url}')`,
    ...options.map(option => `  ${option},`),
    ...(options.length ? ['})'] : []),
    'console.log(await response.json())',
  ].join('\n')
}

/** Formats a request as Python with requests; `KEY` comes from the environment. */
export function asPython({ method, url, json, files, texts = [] }: ExampleRequest, withKey: boolean): string {
  const args = [
    `'${url}'`,
    ...(withKey ? ["headers={'X-API-Key': os.environ['KEY']}"] : []),
    ...(json ? [`json=${asPythonValue(json)}`] : []),
    ...(files
      ? [`files=[${files.map(([name, file]) => `('${name}', open(${asText(file)}, 'rb'))`).join(', ')}]`]
      : []),
    ...(texts.length
      ? [`data=[${texts.map(([name, value]) => `('${name}', ${JSON.stringify(value)})`).join(', ')}]`]
      : []),
  ]
  const imports = withKey ? ['import os', 'import requests'] : ['import requests']
  return [
    ...imports,
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map(arg => `    ${arg},`),
    ')',
    'print(response.json())',
  ].join('\n')
}

/** A string literal in single quotes, for both JavaScript and Python. */
const asText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const asPythonValue = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(asPythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${asPythonValue(item)}`)
    .join(', ')}}`
}
