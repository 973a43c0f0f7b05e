#!/usr/bin/env node
// Plain JavaScript, so that an older Node can read it and say what is wrong: the native store would crash there in silence.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`Winnow needs Node 24 or later; this is ${process.version}.
Run it through npm, which brings the right one along: npm install && npm run -s winnow -- ${process.argv.slice(2).join(' ')}`)
  process.exit(1)
}
// On a large machine V8 takes 128 MB for what it soon forgets and lets what it keeps grow fourfold before it looks what of
// it is still used, and glibc gives each thread a heap of its own; a service needs a tenth. All are asked at the start
// alone, so the process takes its own place, where the system lets it.
const YOUNG = '--max-semi-space-size'
const isSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some(text => text.includes(YOUNG))
if (process.argv[2] === 'serve' && process.execve && process.platform !== 'win32' && !isSet) {
  const node = [process.execPath, `${YOUNG}=4`, '--heap-growing-percent=50', ...process.execArgv]
  process.execve(process.execPath, [...node, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: '2',
    ...process.env,
  })
}
// Compiled code is kept between starts, which halves their time; the variable hands the folder on to the workers.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
module.enableCompileCache()
const compiled = new URL('../server/cli.js', import.meta.url)
const { main } = await import(existsSync(compiled) ? compiled.href : '../server/cli.ts')
await main(process.argv)
