import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProgram } from '../../server/cli/program.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const env = { WINNOW_DATA_DIR: folder }
const completionsOf = async (...words: string[]) =>
  (await output(['__complete', '--', ...words], env))
    .split('\n')
    .filter(Boolean)
    .map(line => line.split('\t')[0])

describe('shell completion offers', () => {
  test('every command with its description', async () => {
    const lines = (await output(['__complete', '--', ''])).split('\n')
    const names = createProgram().commands.map(command => command.name())
    assert.deepEqual(
      lines.map(line => line.split('\t')[0]),
      [...names.filter(name => !name.startsWith('_')), 'help'],
    )
    for (const line of lines) assert.match(line, /^[a-z]+\t\S/)
  })

  test('what begins with the word being typed', async () => {
    assert.deepEqual(await completionsOf('se'), ['serve', 'session', 'settings'])
    assert.deepEqual(await completionsOf('keys', 'r'), ['revoke'])
    assert.deepEqual(await completionsOf('keys', 'create', '--m'), ['--monthly-cap'])
    assert.deepEqual(await completionsOf('serve', '--port', '1', '--ope'), ['--open'])
  })

  test('the known values of an argument, and nothing for an argument that names a file', async () => {
    assert.deepEqual(await completionsOf('completion', ''), ['bash', 'zsh', 'fish'])
    assert.deepEqual(await completionsOf('settings', 'prox'), ['proxy'])
    assert.deepEqual(await completionsOf('serve', '--port', ''), [])
    assert.deepEqual(await completionsOf('backup', ''), [])
    assert.deepEqual(await completionsOf('settings', 'proxy', ''), [])
  })

  describe('when a service is running', () => {
    let served: ServiceProcess
    before(async () => {
      served = await startServe([], env)
    })
    after(() => served.stop())

    test('the operations that can be called', async () => {
      assert.deepEqual(await completionsOf('call', 'parser-d'), ['parser-delete'])
    })
  })
})

const hasShell = (shell: string) => {
  try {
    execFileSync(shell, ['--version'])
    return true
  } catch {
    return false
  }
}

/** Runs a script in a shell that finds `winnow` in its PATH. */
function inShell(shell: string, script: string) {
  const bin = tempFolder()
  symlinkSync(fileURLToPath(new URL('../../bin/winnow.mjs', import.meta.url)), join(bin, 'winnow'))
  const PATH = `${bin}${delimiter}${process.env.PATH}`
  return execFileSync(shell, ['-c', script], { env: { ...process.env, ...env, PATH }, encoding: 'utf8' })
}

describe('the completion script of a shell', () => {
  test('completes commands in bash', { skip: !hasShell('bash') && 'there is no bash' }, () => {
    const ask = (...words: string[]) =>
      `COMP_WORDS=(winnow ${words.join(' ')}); COMP_CWORD=${words.length}; _winnow; echo "\${COMPREPLY[@]}"`
    const printed = inShell('bash', `source <(winnow completion bash)\n${ask('acc')}\n${ask('keys', '""')}`)
    assert.deepEqual(printed.trimEnd().split('\n'), ['accounts', 'create list revoke help'])
  })

  test('completes commands in fish', { skip: !hasShell('fish') && 'there is no fish' }, () => {
    const printed = inShell('fish', 'winnow completion fish | source; complete -C "winnow acc"')
    assert.match(printed, /^accounts\t/m)
  })

  test('is accepted by zsh', { skip: !hasShell('zsh') && 'there is no zsh' }, () => {
    const script = 'autoload -Uz compinit; compinit -D; source <(winnow completion zsh); echo $_comps[winnow]'
    assert.equal(inShell('zsh', script), '_winnow\n')
  })

  test('is refused for an unknown shell', async () => {
    const { code, stderr } = await run(['completion', 'tcsh'])
    assert.equal(code, 1)
    assert.match(stderr, /Allowed choices are bash, zsh, fish/)
  })
})
