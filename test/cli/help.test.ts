import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run } from '../support/run-cli.ts'

/** Every command with options and arguments that its help must name. */
const COMMANDS: [command: string, ...named: string[]][] = [
  ['serve', '--port', '--host', '--data-dir', '--allow-hosts', '--drain-seconds'],
  ['status', '--data-dir', '--json'],
  ['doctor', '--data-dir', '--json'],
  ['keys', 'create', 'list', 'revoke'],
  ['keys create', '--account', '--name', '--scopes', '--expires', '--monthly-cap', '--data-dir', '--json'],
  ['keys list', '--account', '--data-dir', '--json'],
  ['keys revoke', '<id>', '--data-dir', '--json'],
  ['credits', 'show', 'grant'],
  ['credits show', '--account', '--data-dir', '--json'],
  ['credits grant', '<n>', '--account', '--data-dir', '--json'],
  ['accounts', 'list', 'set'],
  ['accounts list', '--data-dir', '--json'],
  [
    'accounts set',
    '<name>',
    '--concurrency',
    '--job-concurrency',
    '--max-pending',
    '--crons',
    '--event-streams',
    '--monthly-grant',
    '--unlimited',
    '--no-unlimited',
    '--json',
  ],
  ['platform', 'list', 'open', 'forget'],
  ['platform list', '--data-dir', '--json'],
  ['platform open', '<name>', '--data-dir', '--json'],
  ['platform forget', '<name>', '--data-dir', '--json'],
  ['settings', '[name]', '[value]', '--reset', '--data-dir', '--json'],
  ['call', '[operation]', '[fields...]', '--account', '--verbose', '--follow', '--data-dir', '--json'],
  ['parse', '<schema>', '<page>', '--url', '--at', '--trace', '--json'],
  ['read', '<page>', '--content', '--format', '--max-tokens', '--from', '--find', '--url', '--json'],
  ['logs', '--lines', '--follow', '--data-dir', '--json'],
  ['completion', '<shell>', 'bash', 'zsh', 'fish', '--json'],
  ['backup', '<file>', '--data-dir', '--json'],
  ['restore', '<file>', '--data-dir', '--json'],
]

/** Mistyped commands, and what the answer must say. */
const MISTAKES: [typed: string, says: RegExp][] = [
  ['srve', /unknown command 'srve'\n\(Did you mean serve\?\)/],
  ['keys make', /unknown command 'make'\nwinnow keys: .+\nCommands: create, list, revoke, help\n/],
  [
    'accounts create bob',
    /\nwinnow accounts: .*`keys create --account NAME` creates one\nCommands: list, set/,
  ],
  ['begin', /unknown command 'begin'\nCommands: serve, .*, completion, help\n/],
  ['serve --prot 1', /unknown option '--prot'\n\(Did you mean --port\?\)/],
  ['serve now', /too many arguments.*\nUsage: winnow serve \[options\]\n\(add/],
  [
    'keys create mine',
    /too many arguments.*\nUsage: .*\nOptions that take a value: .*--account <name>, --name <name>/,
  ],
  [
    'credits grant 100 bob',
    /\nUsage: winnow credits grant \[options\] <n>\nPut a value .* in quotes\.\n.*--account <name>/,
  ],
  ['keys revoke', /missing required argument 'id'\nUsage: .* <id>\n {2}id: as `keys list` shows it\n/],
  ['completion', /\n {2}shell: .*\(choices: "bash", "zsh", "fish"\)\n/],
  ['extract page.html', /required option '--schema <file>' not specified\nUsage: winnow extract /],
  ['keys create --monthly-cap many', /'many' is invalid. Give a whole number/],
  ['keys create --monthly-cap 1.5', /Give a whole number/],
  ['accounts set default --concurrency x', /Give a whole number/],
  ['credits grant 9007199254740993', /'9007199254740993' is invalid.* It is too large/],
  ['credits grant lots', /'lots' is invalid.* Give a whole number/],
  ['backup', /missing required argument 'file'/],
]

describe('--help', () => {
  test('of winnow itself lists every command', async () => {
    const { code, stdout } = await run(['--help'])
    assert.equal(code, 0)
    for (const [command] of COMMANDS.filter(([name]) => !name.includes(' ')))
      assert.match(stdout, new RegExp(`^  ${command} .*[a-z]`, 'm'))
  })

  for (const [command, ...options] of COMMANDS)
    test(`of ${command} names ${options.join(', ')}`, async () => {
      const { code, stdout, stderr } = await run([...command.split(' '), '--help'])
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, new RegExp(`^Usage: winnow ${command} `))
      for (const name of options) assert.ok(stdout.includes(name), `${name} is not in:\n${stdout}`)
    })
})

describe('a mistake on the command line', () => {
  for (const [input, says] of MISTAKES)
    test(`such as \`winnow ${input}\` exits with 1 and refers to the help`, async () => {
      const { code, stdout, stderr } = await run(input.split(' '))
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
      assert.match(stderr, /\(add --help for the options\)/)
    })

  for (const input of ['', 'keys', 'credits', 'accounts', 'platform'])
    test(`such as an unfinished \`winnow ${input}\` exits with 1 and prints the help`, async () => {
      const { code, stdout, stderr } = await run(input ? [input] : [])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^Usage: winnow/)
    })
})

test('--version prints only the version', async () => {
  const { code, stdout } = await run(['--version'])
  assert.equal(code, 0)
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})
