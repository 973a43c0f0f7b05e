import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Command } from 'commander'
import { commandName, folderOption, quoteWord } from '../../server/base/command.ts'
import { createProgram } from '../../server/cli/program.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** The source files, without the lines of their comments. */
const sources = globSync([
  'server/**/*.ts',
  'renderer/**/*.{ts,tsx}',
  'electron/**/*.ts',
  'build/*.mjs',
  'bin/*.mjs',
]).map(file => ({ file, text: readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '') }))

interface Mention {
  file: string
  said: string
}

const mentions = (pattern: RegExp): Mention[] =>
  sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, said]) => ({ file, said: said! })))

/** Values for the placeholders of commands. */
const SAMPLES: Record<string, string> = { N: '5', '${flagOf(limit)}': '--max-pending' }
const sample = (word: string) => SAMPLES[word] ?? word.replaceAll(/\$\{[^}]*\}/g, 'sample')

const flatten = (command: Command): Command[] => [command, ...command.commands.flatMap(flatten)]

/** Parses a command line without running the command; returns the name of the command. */
async function parse(words: string[]): Promise<string | null> {
  const program = createProgram()
  let parsed: string | null = null
  for (const command of flatten(program)) {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
    if (command.commands.length === 0)
      command.action(() => {
        parsed = command.name()
      })
  }
  await program.parseAsync(words, { from: 'user' })
  return parsed
}

describe('commands in hints', () => {
  const commands = [
    ...mentions(/\b(?:command|commandLine|publicCommand)`([^`]+)`/g),
    ...mentions(/npm run -s winnow -- ([^`'"\n]*[^`'"\s])/g),
  ]

  test('are found in the sources', () => {
    const found = new Set(commands.map(({ said }) => said.split(' ')[0]))
    for (const name of ['accounts', 'credits', 'keys', 'open', 'restore', 'serve', 'settings'])
      assert.ok(found.has(name), name)
  })

  for (const { file, said } of commands)
    test(`are accepted by the command line: ${said} (${file})`, async () => {
      const words = said.replaceAll(/\$\{[^}]*\}/g, part => part.replaceAll(' ', '')).split(' ')
      const name = await parse(words.filter(word => word !== '--help').map(sample))
      assert.notEqual(name, null)
    })

  test('are not accepted when they are wrong', async () => {
    for (const wrong of ['keys make', 'credits grant', 'credits grant N', 'accounts set', 'doctor --prot 1'])
      await assert.rejects(parse(wrong.split(' ')), { name: 'CommanderError' })
  })

  test('are all built by the function that knows how Winnow was started', () => {
    const names = createProgram().commands.map(command => command.name())
    const spelled = mentions(new RegExp(`[\`'" (](winnow (?:${names.join('|')})\\b)`, 'g'))
    // Completion scripts only work for a command named `winnow`.
    assert.deepEqual(
      spelled.filter(({ file }) => file !== 'server/cli/completion.ts'),
      [],
    )
  })
})

describe('the command in a hint', () => {
  test('starts with the program name that works in the shell that started Winnow', () => {
    assert.equal(commandName({}), 'winnow')
    assert.equal(commandName({ npm_lifecycle_event: 'npx' }), 'npx winnow')
    for (const script of ['start', 'winnow', 'dev'])
      assert.equal(
        commandName({ npm_lifecycle_event: script, npm_package_name: 'winnow' }),
        'npm run -s winnow --',
      )
    assert.equal(commandName({ npm_lifecycle_event: 'start', npm_package_name: 'other' }), 'winnow')
    const inNpm = { npm_lifecycle_event: 'winnow', npm_package_name: 'winnow' }
    for (const [program, env, name] of [
      ['/opt/winnow/bin/winnow.mjs', {}, 'node /opt/winnow/bin/winnow.mjs'],
      ['/my apps/bin/winnow.mjs', {}, "node '/my apps/bin/winnow.mjs'"],
      ['/usr/local/bin/winnow', {}, 'winnow'],
      ['/usr/local/bin/winnow', { PATH: '/bin:/usr/local/bin' }, 'winnow'],
      ['/shop/node_modules/.bin/winnow', { PATH: '/bin:/usr/bin' }, '/shop/node_modules/.bin/winnow'],
      ['/app/electron/main.js', {}, 'winnow'],
      ['/opt/winnow/bin/winnow.mjs', inNpm, 'npm run -s winnow --'],
    ] as const)
      assert.equal(commandName(env, program), name)
    assert.equal(commandName({ npm_lifecycle_event: 'test', npm_package_name: 'winnow' }), 'winnow')
  })

  test('names the data folder when it is not the default', () => {
    assert.equal(folderOption(['node', 'winnow', 'serve'], {}), '')
    assert.equal(folderOption(['serve', '--data-dir', '/a/b'], { WINNOW_DATA_DIR: '/c' }), ' --data-dir /a/b')
    assert.equal(folderOption(['serve', '--data-dir=/a b'], {}), " --data-dir '/a b'")
    assert.equal(folderOption([], { WINNOW_DATA_DIR: '/c' }), ' --data-dir /c')
  })

  test('quotes words that a shell would split or expand', () => {
    assert.equal(quoteWord('shop-1'), 'shop-1')
    assert.equal(quoteWord("Anna's shop"), `'Anna'\\''s shop'`)
    assert.equal(quoteWord('$(reboot)'), `'$(reboot)'`)
  })
})

describe('paths in hints', () => {
  let app: TestApp
  let paths: Record<string, object>
  before(async () => {
    app = await startTestApp()
    paths = ((await (await fetch(`${app.url}/v1/openapi.json`)).json()) as { paths: Record<string, object> })
      .paths
  })
  after(() => app.stop())

  const isParameter = (part: string) => /[{$…]/.test(part)
  const matchesPath = (mention: string, path: string) => {
    const [one, other] = [mention, path].map(text => text.split('/'))
    return (
      one!.length === other!.length &&
      one!.every((part, i) => part === other![i] || isParameter(part) || isParameter(other![i]!))
    )
  }

  for (const { file, said } of mentions(
    /(?<=[\s`'"])((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^\s`'",;\\]+|(?<=[\s`])\/v1\/[^\s`'",;\\]+)/g,
  ))
    test(`belong to operations: ${said} (${file})`, () => {
      const [path, verb] = said
        .replace(/\?.*$|\.$/, '')
        .replace(/\/$/, '/…')
        .split(' ')
        .reverse()
      const found = Object.entries(paths).filter(([operationPath]) => matchesPath(path!, operationPath))
      assert.notEqual(found.length, 0)
      if (verb) assert.ok(found.some(([, verbs]) => verb.toLowerCase() in verbs))
    })
})
