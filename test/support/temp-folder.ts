import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** An empty folder that is gone after the tests of the place where it is asked for. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
