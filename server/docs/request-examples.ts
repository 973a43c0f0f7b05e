import { type Operation, pathFields, type UploadedFile } from '../operations/operation.ts'

/** A request that shows how an operation is called. */
export interface ExampleRequest {
  method: string
  url: string
  /** Fields of a JSON body. */
  json?: Record<string, unknown>
  /** Parts of an upload: name and file name. */
  files?: [name: string, file: string][]
}

const isFile = (value: unknown): value is UploadedFile => value instanceof Object && 'bytes' in value

/** The example of an operation as a request to `address`. */
export function exampleRequest({ method, path, example, files }: Operation, address: string): ExampleRequest {
  const input = { ...(example.input as Record<string, unknown>) }
  let filled = path
  for (const name of pathFields(path)) {
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(input[name])))
    delete input[name]
  }
  const url = address + filled
  if (files) return { method, url, files: partsOf(input) }
  if (method === 'GET' || method === 'DELETE') return { method, url: url + queryOf(input) }
  return Object.keys(input).length ? { method, url, json: input } : { method, url }
}

const partsOf = (input: Record<string, unknown>) =>
  Object.entries(input).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter(isFile)
      .map((file): [string, string] => [name, file.name ?? 'page.html']),
  )

const queryOf = (input: Record<string, unknown>) => {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return query && `?${query}`
}

/** As a curl line; `$KEY` holds the key. */
export function asCurl({ method, url, json, files }: ExampleRequest, withKey: boolean): string {
  const lines = [`curl${method === 'GET' || files || json ? '' : ` -X ${method}`} '${url}'`]
  if (method === 'PUT') lines[0] = `curl -X PUT '${url}'`
  if (withKey) lines.push('-H "X-API-Key: $KEY"')
  if (json)
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(json).replaceAll("'", "'\\''")}'`)
  for (const [name, file] of files ?? []) lines.push(`-F '${name}=@${file}'`)
  return lines.join(' \\\n  ')
}

/** As JavaScript for Node 18 and later; `KEY` comes from the environment. */
export function asJavaScript({ method, url, json, files }: ExampleRequest, withKey: boolean): string {
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
        ...files.map(([name, file]) => `form.append('${name}', await openAsBlob('${file}'), '${file}')`),
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

/** As Python with requests; `KEY` comes from the environment. */
export function asPython({ method, url, json, files }: ExampleRequest, withKey: boolean): string {
  const args = [
    `'${url}'`,
    ...(withKey ? ["headers={'X-API-Key': os.environ['KEY']}"] : []),
    ...(json ? [`json=${asPythonValue(json)}`] : []),
    ...(files
      ? [`files=[${files.map(([name, file]) => `('${name}', open('${file}', 'rb'))`).join(', ')}]`]
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

const asPythonValue = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(asPythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${asPythonValue(item)}`)
    .join(', ')}}`
}
