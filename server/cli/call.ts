import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { ClientAnswer, OperationRow } from './client.ts'
import { type CommonOptions, flagsOf, withAccount } from './common-options.ts'
import { columns, counted, print } from './print.ts'
import { withRunning, withService } from './service.ts'

interface CallOptions extends CommonOptions {
  verbose?: boolean
  follow?: boolean
}

/**
 * `name=value` texts as fields; a list where a name comes twice. A value is JSON where the schema wants none of text, or
 * `@` and the name of a file that holds it; files are named with or without an `@`, as curl has it.
 */
function fieldsOf(pairs: string[], { input, files }: OperationRow): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new Error(`Write fields as name=value; this is \`${pair}\`.`)
    const name = pair.slice(0, at)
    const text = pair.slice(at + 1)
    const value = files.includes(name)
      ? text.replace(/^@/, '')
      : typedValue(name, text, input.properties?.[name])
    fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value
  }
  return fields
}

/** Only a field that cannot be text is read from a file: `handle=@someone` is a name. */
function typedValue(name: string, text: string, { type }: { type?: string } = {}): unknown {
  const isFile = text.startsWith('@') && (type ? type !== 'string' : text.endsWith('.json'))
  if (isFile) return readJson(name, text.slice(1))
  if (type === undefined || type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readJson(name: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The field \`${name}\` cannot be read from ${file}: ${(error as Error).message}`)
  }
}

function find(operations: OperationRow[], id: string): OperationRow {
  const found = operations.find(operation => operation.id === id)
  if (found) return found
  throw new Error(`There is no operation ${id}. \`winnow call\` lists them.`)
}

/** Rows and events go to standard output as they come, also those of a spreadsheet: `> rows.xlsx`. */
const pourOut = (lines: Readable) =>
  pipeline(lines, process.stdout, { end: false }).catch(error => {
    if (error.code !== 'EPIPE') throw error
  })

async function show({ status, headers, body }: ClientAnswer, { verbose }: CallOptions) {
  if (verbose)
    console.error(
      `${status} · ${counted(Number(headers.get('x-credits-used') ?? 0), 'credit')} · ${headers.get('x-source') ?? ''}`,
    )
  if (body instanceof Readable) await pourOut(body)
  else if (body !== '') print(body, { json: typeof body !== 'string' }, () => String(body).trimEnd())
  if (status >= 400) process.exitCode = 1
}

/** The events of what a call reads, or of what it makes; the answer itself where it makes nothing. */
async function followed(
  operations: OperationRow[],
  call: Call,
  send: (call: Call) => Promise<ClientAnswer>,
): Promise<ClientAnswer> {
  const read = eventsOf(operations, call)
  if (read) return send(read)
  if (call.operation.answer !== 'accepted') throw new Error(`${call.operation.id} has no events to follow.`)
  const answer = await send(call)
  const made = eventsAt(operations, answer.headers.get('location') ?? '')
  return made ? send(made) : answer
}

/** `winnow call [operation] [name=value …]`. */
export function addCall(program: Command): void {
  withAccount(program.command('call [operation] [fields...]'))
    .description(
      'call an operation with name=value fields; a file field takes the name of a file, any other that is no text also @file.json; alone, list the operations',
    )
    .option('--verbose', 'print status, credits and source to standard error')
    .option('--follow', 'print how what is read or made goes on, an event a line, until its end')
    .action(async (id: string | undefined, pairs: string[], options: CallOptions) => {
      const through = options.follow ? withRunning : withService
      await through(flagsOf(options), async client => {
        const operations = await client.operations()
        if (!id)
          return print(operations, options, () => columns(operations.map(row => [row.id, row.summary])))
        const operation = find(operations, id)
        const call = { operation, fields: fieldsOf(pairs, operation) }
        const send = ({ operation, fields }: Call) => client.call(operation, fields, options.account)
        await show(await (options.follow ? followed(operations, call, send) : send(call)), options)
      })
    })
}

type Fields = Record<string, unknown>

/** A call with its fields. */
interface Call {
  operation: OperationRow
  fields: Fields
}

const followers = (operations: OperationRow[]) => operations.filter(({ answer }) => answer === 'events')

/** The events of the record that a call reads: `job-events` for `job-get`; undefined where it has none. */
function eventsOf(operations: OperationRow[], { operation: read, fields }: Call): Call | undefined {
  const operation = followers(operations).find(({ path }) => path === `${read.path}/events`)
  if (!operation) return undefined
  const known = Object.entries(fields).filter(([name]) => operation.path_fields.includes(name))
  return { operation, fields: Object.fromEntries(known) }
}

/** The events of a record that a call has made, by its address in `Location`. */
function eventsAt(operations: OperationRow[], location: string): Call | undefined {
  for (const operation of followers(operations)) {
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const groups = new RegExp(`^${pattern}$`).exec(`${location}/events`)?.groups
    if (groups) return { operation, fields: { ...groups } }
  }
  return undefined
}
