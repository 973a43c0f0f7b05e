import { type Operation, pathFields } from '../operations/operation.ts'

/** A request that shows how an operation is called. */
export interface ExampleRequest {
  method: string
  url: string
  /** Fields of a JSON body. */
  json?: Record<string, unknown>
  /** Parts of an upload: name and file name. */
  files?: [name: string, file: string][]
  /** Its other parts: name and text. */
  texts?: [name: string, text: string][]
}

/** What is known of the place where an operation is called. */
export interface ExampleRoute {
  method: string
  path: string
  /** Fields that are uploaded files. */
  files: readonly string[]
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined

/** A call as a request to `address`. An uploaded file is any object with a `name`. */
export function requestFor(
  { method, path, files }: ExampleRoute,
  input: Record<string, unknown>,
  address: string,
): ExampleRequest {
  const inPath = pathFields(path)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    inAddress(String(input[name] ?? `{${name}}`)),
  )
  const fields = Object.entries(input)
    .filter(isGiven)
    .filter(([name]) => !inPath.includes(name))
  const url = address + filled
  if (files.length) return { method, url, files: filesOf(fields, files), texts: textsOf(fields, files) }
  if (method === 'GET' || method === 'DELETE') return { method, url: url + queryOf(fields) }
  return fields.length ? { method, url, json: Object.fromEntries(fields) } : { method, url }
}

/** The example of an operation as a request to `address`. */
export const exampleRequest = ({ method, path, example, files = {} }: Operation, address: string) =>
  requestFor({ method, path, files: Object.keys(files) }, example.input, address)

/** A quote would end the text that the address stands in. */
const inAddress = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

const filesOf = (fields: [string, unknown][], names: readonly string[]) =>
  fields
    .filter(([name]) => names.includes(name))
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .map((file): [string, string] => [name, (file as { name?: string | null }).name ?? 'page.html']),
    )

const textsOf = (fields: [string, unknown][], files: readonly string[]) =>
  fields
    .filter(([name]) => !files.includes(name))
    .map(([name, value]): [string, string] => [name, String(value)])

const queryOf = (fields: [string, unknown][]) => {
  const query = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return query && `?${query}`
}

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** In curl's words a file's name stands in quotes, so that a comma or a semicolon is part of it. */
const inForm = (file: string) => `"${file.replace(/["\\]/g, '\\$&')}"`

/** As a curl line; `$KEY` holds the key. */
export function asCurl({ method, url, json, files, texts = [] }: ExampleRequest, withKey: boolean): string {
  const isPlain = method === 'GET' || (method === 'POST' && (files || json))
  const lines = [`curl${isPlain ? '' : ` -X ${method}`} ${inShell(url)}`]
  if (withKey) lines.push('-H "X-API-Key: $KEY"')
  if (json) lines.push("-H 'Content-Type: application/json'", `-d ${inShell(JSON.stringify(json))}`)
  for (const [name, file] of files ?? [])
    lines.push(`-F ${inShell(`${name}=@${/^[\w.-]+$/.test(file) ? file : inForm(file)}`)}`)
  for (const [name, text] of texts) lines.push(`--form-string ${inShell(`${name}=${text}`)}`)
  return lines.join(' \\\n  ')
}

/** A text in single quotes, as JavaScript and Python read it. */
const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** As JavaScript for Node 20 and later; `KEY` comes from the environment. */
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
          ([name, file]) => `form.append('${name}', await openAsBlob(${quoted(file)}), ${quoted(file)})`,
        ),
        ...texts.map(([name, text]) => `form.append('${name}', ${quoted(text)})`),
      ]
    : []
  const call = `await fetch(${quoted(url)}`
  return [
    ...(files ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...form,
    options.length ? `const response = ${call}, {` : `const response = ${call})`,
    ...options.map(option => `  ${option},`),
    ...(options.length ? ['})'] : []),
    'console.log(await response.json())',
  ].join('\n')
}

/** As Python with requests; `KEY` comes from the environment. */
export function asPython({ method, url, json, files, texts = [] }: ExampleRequest, withKey: boolean): string {
  const parts = (files ?? []).map(([name, file]) => `('${name}', open(${quoted(file)}, 'rb'))`)
  const args = [
    quoted(url),
    ...(withKey ? ["headers={'X-API-Key': os.environ['KEY']}"] : []),
    ...(json ? [`json=${asPythonValue(json)}`] : []),
    ...(files ? [`files=[${parts.join(', ')}]`] : []),
    ...(texts.length ? [`data=${asPythonValue(Object.fromEntries(texts))}`] : []),
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

const asPythonValue = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(asPythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${asPythonValue(item)}`)
    .join(', ')}}`
}
