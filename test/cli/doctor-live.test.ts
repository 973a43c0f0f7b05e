import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { prebuilts } from '../../server/prebuilt/index.ts'
import * as pages from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { run } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
/** What `doctor` asks an API for: the site of this test has no other pages. */
const probeOf = (api: string) => prebuilts.find(({ id }) => id === api)!.probe as Record<string, string>
const username = probeOf('shortvideo-profile').username!

let platform: LocalSite
before(async () => {
  platform = await startLocalSite()
})
after(() => platform.close())

/** Runs `doctor` with the site of this test as every platform. */
const doctorWith = (browser: string, ...args: string[]) => {
  const places = ['PHOTOSOCIAL', 'SHORTVIDEO', 'VIDEOSITE', 'REALTY'].map(name => [
    `WINNOW_${name}_URL`,
    platform.url,
  ])
  const env = {
    ...Object.fromEntries(places),
    WINNOW_BROWSER: browser,
    WINNOW_RETRIES: '0',
    WINNOW_PORT: '0',
  }
  return run(['doctor', ...args, '--data-dir', folder], env)
}

/** Runs `doctor --live` on a machine without a browser. */
const doctor = (...args: string[]) => doctorWith(join(folder, 'none'), '--live', ...args)

const CHECKS = ['node', 'data folder', 'disk', 'store', 'port', 'browser']

describe('winnow doctor --live', () => {
  test('prints a line per source of a platform, and exits with 1 when no source of an API works', async () => {
    platform.on(`/@${username}`, { status: 403, body: '<html></html>' })
    platform.on(`/embed/@${username}`, {
      body: pages.html(pages.embedState).replaceAll(pages.NAME, username),
    })
    const { code, stdout } = await doctor('shortvideo')
    const all = stdout.trimEnd().split('\n')
    const lines = all.slice(CHECKS.length)
    assert.deepEqual(
      all.slice(0, CHECKS.length).map(line => line.split(/ {2,}/)[1]),
      CHECKS,
    )
    assert.equal(code, 1)
    assert.match(lines[0]!, /^FAILED +shortvideo-profile +page +The platform refuses .* Wait a few minutes/)
    assert.match(lines[1]!, /^ok +shortvideo-profile +embed$/)
    assert.match(lines[2]!, /^FAILED +shortvideo-profile +browser .* Install Chrome/)
    assert.deepEqual(
      lines.slice(3).map(line => line.split(/ +/).slice(0, 3)),
      [
        ['FAILED', 'shortvideo-comments', 'comments'],
        ['FAILED', 'shortvideo-comments', 'browser'],
      ],
    )
  })

  test('exits with 0 when each API has a source that works', async () => {
    const aweme_id = probeOf('shortvideo-comments').video_id
    platform.on('/api/comment/list/', {
      body: JSON.stringify(pages.commentList([pages.comment('1', { aweme_id })], 20, 1)),
    })
    // A program that is not a browser passes the check of the machine, but the sources in it fail.
    const { code, stdout } = await doctorWith(process.execPath, '--live', 'shortvideo', '--json')
    assert.equal(code, 0)
    const findings: { check?: string; ok: boolean }[] = JSON.parse(stdout)
    assert.deepEqual(
      findings.slice(0, CHECKS.length).map(({ check, ok }) => [check, ok]),
      CHECKS.map(check => [check, true]),
    )
    assert.deepEqual(
      findings.slice(CHECKS.length).map(({ ok }) => ok),
      [false, true, false, true, false],
    )
  })

  test('exits with 1 when a check of the machine fails, even if each API has a source that works', async () => {
    assert.equal((await doctor('shortvideo')).code, 1)
  })

  test('is required to check a platform', async () => {
    const requestsBefore = platform.requests.length
    const { code, stdout, stderr } = await doctorWith(process.execPath, 'shortvideo')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /only with --live: `.+ doctor --live shortvideo --data-dir /)
    assert.equal(platform.requests.length, requestsBefore)
  })

  test('lists the platforms when asked for an unknown one', async () => {
    const { code, stderr } = await doctor('elsewhere')
    assert.equal(code, 1)
    assert.match(stderr, /no platform elsewhere.* photosocial, shortvideo, videosite, realty/)
  })
})
