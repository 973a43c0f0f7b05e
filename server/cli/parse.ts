import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { decodeText } from '../pages/charset.ts'
import { compileParser } from '../parsers/compile-parser.ts'
import { runParser } from '../parsers/run-parser.ts'
import { print } from './print.ts'

/** `winnow parse SCHEMA PAGE`: offline, without a service, an account or credits. */
export function addParse(program: Command): void {
  program
    .command('parse <schema> <page>')
    .description(
      'apply a parser schema (a JSON file) to a saved page and print its data; nothing is fetched or charged',
    )
    .option('--json', 'print JSON (as it does anyway)')
    .action((schemaFile: string, pageFile: string) => {
      const parser = compileParser(JSON.parse(readFileSync(schemaFile, 'utf8')))
      const { data } = runParser(parser, { text: decodeText(readFileSync(pageFile)) })
      print(data, { json: true }, () => '')
    })
}
