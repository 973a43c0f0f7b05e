import { type Command, InvalidArgumentError } from 'commander'
import { hasWebScheme } from '../../base/web-scheme.ts'
import { print } from '../print.ts'
import type { ParseOptions } from './parse-file.ts'

/** `winnow parse SCHEMA PAGE`: works offline, without a service, an account or credits. */
export function addParse(program: Command): void {
  program
    .command('parse <schema> <page>')
    .description(
      'apply a parser schema (a JSON file) to a saved page and print its data; `-` reads either from standard input; nothing is fetched or charged',
    )
    .option('--url <address>', 'the address of the page, which its links are relative to', webAddress)
    .option('--at <time>', 'when the page was saved, which dates such as “3 days ago” refer to', timeOf)
    .option('--trace', 'also print how each field got its value, and why values are null')
    .option('--json', 'print JSON (which it does anyway)')
    .action(async (schemaFile: string, pageFile: string, options: ParseOptions) => {
      const { parseFile } = await import('./parse-file.ts')
      print(await parseFile(schemaFile, pageFile, options), { json: true }, () => '')
    })
}

function webAddress(text: string): string {
  if (hasWebScheme(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('Give an address, such as https://example.com/page.')
}

function timeOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw new InvalidArgumentError('Give a time, such as 2026-01-31T12:00:00Z.')
}
