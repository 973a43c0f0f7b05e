import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { command } from '../../base/command.ts'
import { counted } from '../../base/counted.ts'
import { didYouMean } from '../../base/fields/nearest-name.ts'
import { type Call, type Client, type ClientAnswer, exitCodeFor, type OperationRow } from '../client.ts'
import { type CommonOptions, flagsOf, withAccount } from '../common-options.ts'
import { columns, print } from '../print.ts'
import { createInputReader } from '../read-input.ts'
import { withRunning, withService } from '../service.ts'
import { readFields } from './call-fields.ts'
import { followCall, hasSucceeded, usedCredits } from './call-following.ts'

interface CallOptions extends CommonOptions {
  verbose?: boolean
  follow?: boolean
}

/** `winnow call [operation] [name=value …]`. */
export function addCall(program: Command): void {
  withAccount(program.command('call [operation] [fields...]'))
    .description(
      'call an operation with name=value fields; a file field takes the name of a file; any other field that is not text also takes @file.json; `-` is standard input; `@file.json` or `-` alone holds all fields; without an operation, list them',
    )
    .option('--verbose', 'print status, credits and source to standard error')
    .option(
      '--follow',
      'print the events of what is read or created, one a line, until its end; exit code 0 only where everything succeeded',
    )
    .action(async (id: string | undefined, words: string[], options: CallOptions) => {
      const runWith = options.follow ? withRunning : withService
      await runWith(flagsOf(options), async client => {
        const operations = await client.operations()
        if (id) await callOne(client, operations, id, words, options)
        else print(operations, options, () => columns(operations.map(row => [row.id, row.summary])))
      })
    })
}

async function callOne(
  client: Client,
  operations: OperationRow[],
  id: string,
  words: string[],
  options: CallOptions,
): Promise<void> {
  const operation = findOperation(operations, id)
  const call = { operation, fields: readFields(words, operation, createInputReader()) }
  const send = ({ operation, fields }: Call) => client.call(operation, fields, options.account)
  const answer = await (options.follow ? followCall(operations, call, send) : send(call))
  await show({ ...answer, body: withFileHint(answer, call) }, options)
}

/** Returns the body of an answer. If a file is missing, its hint says how to give one here rather than in a request. */
function withFileHint({ status, body }: ClientAnswer, { operation, fields }: Call): unknown {
  if (status < 400) return body
  const { field } = body as { field?: string }
  const isMissing = field !== undefined && operation.files.includes(field) && fields[field] === undefined
  return isMissing
    ? { ...(body as object), hint: `Name a file, or \`-\` for standard input: ${field}=FILE` }
    : body
}

function findOperation(operations: OperationRow[], id: string): OperationRow {
  const found = operations.find(operation => operation.id === id)
  if (found) return found
  const ids = operations.map(operation => operation.id)
  throw new Error(`There is no operation ${id}. ${didYouMean(id, ids, `${command`call`} lists them.`)}`)
}

async function show({ status, headers, body }: ClientAnswer, { verbose, follow }: CallOptions) {
  const explain = (used: number) => {
    if (!verbose) return
    console.error([status, counted(used, 'credit'), headers.get('x-source')].filter(Boolean).join(' · '))
  }
  const hasFailed = status >= 400
  if (follow && body instanceof Readable) return explain(await followOutput(body))
  explain(Number(headers.get('x-credits-used') ?? 0))
  if (body instanceof Readable) await streamOutput(body)
  else if (body !== '') {
    const out = hasFailed ? process.stderr : process.stdout
    print(body, { json: typeof body !== 'string' }, () => String(body).trimEnd(), out)
  }
  if (hasFailed) process.exitCode = exitCodeFor(body as Record<string, unknown>)
}

/** Writes parts to standard output as they arrive, including binary spreadsheets (`> rows.xlsx`). */
async function streamOutput(parts: Readable | AsyncIterable<string>) {
  await pipeline(parts as Readable, process.stdout, { end: false }).catch(error => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Writes events to standard output as they arrive. Returns the credits that were used by the last one. */
async function followOutput(events: Readable): Promise<number> {
  let lastLine = ''
  async function* rememberLast() {
    for await (const line of events) {
      lastLine = line
      yield line
    }
  }
  await streamOutput(rememberLast())
  const last = lastLine ? JSON.parse(lastLine) : null
  if (!last || !hasSucceeded(last)) process.exitCode = 1
  return last ? usedCredits(last) : 0
}
