import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { ClientAnswer, OperationRow } from './client.ts'
import { type CommonOptions, flagsOf, withAccount } from './common-options.ts'
import { type Call, eventsAt, eventsOf } from './follow.ts'
import { columns, print } from './print.ts'
import { withRunning, withService } from './service.ts'

interface CallOptions extends CommonOptions {
  verbose?: boolean
  follow?: boolean
}

/** `name=value` texts as fields; a list where a name comes twice. A value is JSON where the schema wants none of text. */
function fieldsOf(pairs: string[], { input }: OperationRow): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new Error(`Write fields as name=value; this is \`${pair}\`.`)
    const name = pair.slice(0, at)
    const value = typedValue(pair.slice(at + 1), input.properties?.[name]?.type)
    fields[name] = name in fields ? [fields[name], value].flat() : value
  }
  return fields
}

function typedValue(text: string, type: string | undefined): unknown {
  if (type === undefined || type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
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
      `${status} · ${headers.get('x-credits-used') ?? 0} credits · ${headers.get('x-source') ?? ''}`,
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
      'call an operation with name=value fields; a file field takes the name of a file; alone, list the operations',
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
