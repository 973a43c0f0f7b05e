import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const PAGE = `<nav><a href="/">Home</a></nav><article>
<p>The first sentence of this text is long enough to be one, <a href="x">surely</a>.</p>
<h2>Part</h2><p>The second sentence of this text is long enough to be one as well.</p></article>`

const folder = tempFolder()
const file = join(folder, 'page.html')
const read = (...args: string[]) => run(['read', ...args, '--data-dir', folder])

let site: LocalSite
let served: ServiceProcess
before(async () => {
  writeFileSync(file, PAGE)
  site = await startLocalSite()
  site.on('/text', { body: PAGE })
  served = await startServe(['--allow-hosts', '127.0.0.1', '--data-dir', folder])
})
after(async () => {
  await served.stop()
  await site.close()
})

describe('winnow read', () => {
  test('prints the text of an address, a file or standard input', async () => {
    const { code, stdout, stderr } = await read(`${site.url}/text`)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(
      stdout,
      new RegExp(`^The first sentence .*\\[surely\\]\\(${site.url}/x\\)\\.\n\n## Part\n\nThe second`),
    )
    assert.match((await read(file, '--url', 'https://a.example/')).stdout, /https:\/\/a\.example\/x/)
    const piped = await run(['read', '-', '--format', 'text', '--data-dir', folder], {}, {}, PAGE)
    assert.match(piped.stdout, /^The first sentence of this text is long enough to be one, surely\./)
  })

  test('reads a file and standard input without a service, in an empty data folder', async () => {
    const folder = tempFolder()
    const elsewhere = ['--data-dir', folder]
    const { code, stdout, stderr } = await run(['read', file, '--format', 'text', ...elsewhere])
    assert.deepEqual([code, stderr], [0, `Created a store in ${folder}.\n`])
    assert.match(stdout, /^The first sentence of this text/)
    assert.equal((await run(['read', '-', '--format', 'text', ...elsewhere], {}, {}, PAGE)).stdout, stdout)
  })

  test('prints a text file as a code block, and a Markdown file as Markdown', async () => {
    const [text, markdown] = [join(folder, 'a.txt'), join(folder, 'a.md')]
    writeFileSync(text, 'a < b\n')
    writeFileSync(markdown, '# Tea\n\n* green\n')
    assert.equal((await read(text)).stdout, '```\na < b\n```\n')
    assert.equal((await read(markdown)).stdout, '# Tea\n\n- green\n')
  })

  test('says why it prints nothing when no section matches or the text ends earlier', async () => {
    const none = await read(file, '--find', 'coffee')
    assert.deepEqual([none.code, none.stdout], [0, ''])
    assert.match(none.stderr, /^No section has all of these words: "coffee"\./)
    assert.match((await read(file, '--from', '99')).stderr, /^The text ends before block 99/)
  })

  test('prints part of the text, and how to read on', async () => {
    const { stdout, stderr } = await read(file, '--max-tokens', '5')
    assert.doesNotMatch(stdout, /Part/)
    assert.match(stderr, /--from 1/)
    assert.match((await read(file, '--from', '1')).stdout, /^## Part/)
    assert.match((await read(file, '--find', 'second')).stdout, /^## Part/)
    assert.match((await read(file, '--content', 'all')).stdout, /Home/)
    assert.equal(JSON.parse((await read(file, '--json')).stdout).outline[0].text, 'Part')
  })

  test('explains an empty result on standard error', async () => {
    for (const words of [
      ['--find', 'nothing'],
      ['--from', '999'],
    ]) {
      const { stdout, stderr } = await read(file, ...words)
      assert.equal(stdout, '')
      assert.match(stderr, /\w/)
    }
  })

  test('fails and says what is wrong for a missing page, a missing file or an unknown format', async () => {
    const { code, stderr } = await read(`${site.url}/missing`)
    assert.equal(code, 1)
    assert.ok(JSON.parse(stderr).error)
    assert.match(
      (await read(join(folder, 'none.html'))).stderr,
      /There is no file .*none\.html\. An address begins with/,
    )
    assert.equal((await read(file, '--format', 'pdf')).code, 1)
  })
})
