// Copies the pictures of the README from the screenshots of the app's tests. Run `npm run test:e2e` first.
import { copyFileSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const MOST_BYTES = 180_000

mkdirSync(join(root, 'docs', 'images'), { recursive: true })
for (const name of ['playground', 'parsers', 'read']) {
  const picture = join(root, 'dist', 'screenshots', `readme-${name}.png`)
  const { size } = statSync(picture)
  if (size > MOST_BYTES)
    throw new Error(`${picture} has ${size} bytes; at most ${MOST_BYTES} go into the repository.`)
  copyFileSync(picture, join(root, 'docs', 'images', `${name}.png`))
}
