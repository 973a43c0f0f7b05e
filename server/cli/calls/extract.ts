import type { Command } from 'commander'
import { type CommonOptions, withAccount } from '../common-options.ts'
import { print } from '../print.ts'
import { assertOneStdin, createInputReader } from '../read-input.ts'
import { callForPage, pageFields } from './page-call.ts'

interface ExtractOptions extends CommonOptions {
  schema: string
  url?: string
}

/** The printed parts of an extraction. */
interface Extraction {
  data: unknown
  nulls: { field: string; reason: string }[]
}

/** `winnow extract --schema S PAGE`: prints the data of an address, a file or standard input. */
export function addExtract(program: Command): void {
  withAccount(program.command('extract <page>'))
    .description(
      'print the data of a page by a schema that is not saved: an address, a file, or `-` for standard input; why values are null goes to standard error',
    )
    .requiredOption('--schema <file>', 'the schema of a parser, a JSON file, or `-` for standard input')
    .option('--url <address>', 'the address of a file, which its links are relative to')
    .action(async (page: string, options: ExtractOptions) => {
      assertOneStdin(options.schema, page)
      const input = createInputReader()
      const fields = { ...pageFields(page, options.url, input), schema: input.json(options.schema) }
      await callForPage('page-extract', fields, options, body => show(body as Extraction, options))
    })
}

function show(extraction: Extraction, options: ExtractOptions): void {
  print(options.json ? extraction : extraction.data, { json: true }, () => '')
  if (options.json) return
  for (const { field, reason } of extraction.nulls) console.error(`${field} is null: ${reason}`)
}
