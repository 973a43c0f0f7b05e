import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Returns an empty folder that is deleted after the tests of the calling suite. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
