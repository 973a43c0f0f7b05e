import type { Command } from 'commander'
import { print } from './print.ts'

/** `winnow parse SCHEMA PAGE`: offline, without a service, an account or credits. */
export function addParse(program: Command): void {
  program
    .command('parse <schema> <page>')
    .description(
      'apply a parser schema (a JSON file) to a saved page and print its data; `-` reads either from standard input; nothing is fetched or charged',
    )
    .option('--trace', 'print also how each field came by its value, and why values are null')
    .option('--json', 'print JSON (as it does anyway)')
    .action(async (schemaFile: string, pageFile: string, { trace = false }: { trace?: boolean }) => {
      const { parseFile } = await import('./parse-file.ts')
      print(await parseFile(schemaFile, pageFile, trace), { json: true }, () => '')
    })
}
