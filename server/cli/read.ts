import { type Command, Option } from 'commander'
import { CONTENTS, FORMATS, type Format } from '../reading/read-options.ts'
import type { ClientAnswer } from './client.ts'
import { type CommonOptions, flagsOf, wholeNumber, withAccount } from './common-options.ts'
import { print } from './print.ts'
import { createInputReader } from './read-input.ts'
import { withService } from './service.ts'

interface ReadOptions extends CommonOptions {
  content?: string
  format: Format
  maxTokens?: number
  from?: number
  find?: string
  url?: string
}

const OPERATION = 'page-read'

/** `winnow read PAGE`: the text of an address, a file or standard input. */
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
      await withService(flagsOf(options), async client => {
        const operations = await client.operations()
        const operation = operations.find(({ id }) => id === OPERATION)
        if (!operation)
          throw new Error('The service that runs cannot read pages: it is an older Winnow. Restart it.')
        show(await client.call(operation, fieldsOf(page, options), options.account), options)
      })
    })
}

const isAddress = (page: string) => /^https?:\/\//i.test(page)

function fieldsOf(page: string, { content, format, maxTokens, from, find, url }: ReadOptions) {
  const source = isAddress(page)
    ? { url: page }
    : { html: new File([new Uint8Array(createInputReader().bytes(page))], 'page.html'), url }
  const fields = { ...source, content, format, max_tokens: maxTokens, from, find }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function show({ status, body }: ClientAnswer, options: ReadOptions): void {
  if (status >= 400) {
    print(body, { json: true }, () => '', process.stderr)
    process.exitCode = 1
    return
  }
  const answer = body as Record<Format, string> & { next: number | null }
  print(answer, options, () => answer[options.format])
  if (answer.next !== null && !options.json)
    console.error(`The text goes on: add --from ${answer.next} to read on.`)
}
