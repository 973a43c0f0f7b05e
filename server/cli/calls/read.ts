import { type Command, Option } from 'commander'
import { CONTENTS, FORMATS, type Format } from '../../reading/read-options.ts'
import { type CommonOptions, wholeNumber, withAccount } from '../common-options.ts'
import { print } from '../print.ts'
import { createInputReader } from '../read-input.ts'
import { callForPage, pageFields } from './page-call.ts'

interface ReadOptions extends CommonOptions {
  content?: string
  format: Format
  maxTokens?: number
  from?: number
  find?: string
  url?: string
}

/** `winnow read PAGE`: prints the text of an address, a file or standard input. */
export function addRead(program: Command): void {
  withAccount(program.command('read <page>'))
    .description('print the main text of a page: an address, a file, or `-` for standard input')
    .addOption(new Option('--content <what>', 'the main text, or all that the page shows').choices(CONTENTS))
    .addOption(
      new Option('--format <format>', 'how the text is written').choices(FORMATS).default('markdown'),
    )
    .option('--max-tokens <number>', 'the most tokens to print', wholeNumber)
    .option('--from <block>', 'the block to start at', wholeNumber)
    .option('--find <words>', 'only the sections that have all these words')
    .option('--url <address>', 'the address of a file, which its links are relative to')
    .action(async (page: string, options: ReadOptions) => {
      const { content, format, maxTokens, from, find, url } = options
      const source = pageFields(page, url, createInputReader())
      const fields = { ...source, content, format, max_tokens: maxTokens, from, find }
      await callForPage('page-read', fields, options, body => show(body, options))
    })
}

function show(body: unknown, options: ReadOptions): void {
  const answer = body as Record<Format, string> & { next: number | null; empty_reason: string | null }
  const text = answer[options.format]
  if (options.json || text) print(answer, options, () => text)
  if (answer.empty_reason !== null) console.error(answer.empty_reason)
  if (answer.next !== null && !options.json)
    console.error(`The text continues: add --from ${answer.next} to read on.`)
}
