// Compiles the server to dist/ (or the folder named), which runs without type stripping and holds nothing that only
// development needs.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${resolve(process.argv[2] ?? `${root}dist`)}/`

rmSync(dist, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}build`, '--outDir', dist],
  { stdio: 'inherit' },
)
cpSync(`${root}server/store/migrations`, `${dist}server/store/migrations`, { recursive: true })
cpSync(`${root}server/mcp/bridge/bridge.mjs`, `${dist}server/mcp/bridge/bridge.mjs`)
for (const name of ['bin', 'README.md', 'LICENSE', 'CHANGELOG.md'])
  cpSync(root + name, dist + name, { recursive: true })

const {
  scripts: _scripts,
  devDependencies: _dev,
  ...manifest
} = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
writeFileSync(`${dist}package.json`, `${JSON.stringify({ ...manifest, private: undefined }, null, 2)}\n`)
console.log(`Compiled to ${dist}. Make a package of it with: npm pack ${dist}`)
