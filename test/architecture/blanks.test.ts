import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Spaces and marks that are invisible in an editor. Formatters and clipboards change them, so code writes `\u00a0`. */
const INVISIBLE = /[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]/

test('sources contain no invisible or unusual spaces', () => {
  const files = globSync('{server,renderer,electron}/**/*.{ts,tsx,css,html}', { cwd: root })
  assert.ok(files.length > 500, `only ${files.length} files`)
  const found = files.flatMap(file =>
    readFileSync(root + file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (INVISIBLE.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  assert.deepEqual(found, [])
})
