// Packages that tests, checks and packing need in addition to the app. `npm install` leaves them out (.npmrc), which halves
// the time to install Winnow; the scripts that need them install them first, with this module.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const readManifest = folder => JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8'))

function isInstalled([name, version]) {
  try {
    return readManifest(`node_modules/${name}/`).version === version
  } catch {
    return false
  }
}

/** Runs the npm that runs this script, so that its version and settings stay the same. */
function npm(...args) {
  const { npm_execpath: cli } = process.env
  const options = { cwd: root, stdio: 'inherit' }
  return cli
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Installs the development packages if one is missing or has another version. Exits if that fails. */
function ensureDevPackages() {
  if (Object.entries(readManifest('').devDependencies).every(isInstalled)) return
  console.log('Installing what tests, checks and packing need: about 290 MB, once.')
  const { status } = npm('install', '--include=dev')
  if (status === 0) return
  console.error('The development packages could not be installed. Try again: npm install --include=dev')
  process.exit(status ?? 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureDevPackages()
