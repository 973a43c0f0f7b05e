// Development mode: the service, restarted on every change, and the pages from Vite's server, with hot replacement.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { ensureRenderer } from './renderer.mjs'

await ensureRenderer()
const winnow = fileURLToPath(new URL('../bin/winnow.mjs', import.meta.url))
const service = spawn(process.execPath, ['--watch', winnow, 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
service.once('exit', code => process.exit(code ?? 1))

const pages = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) })
await pages.listen()
console.log(
  `Sign in with the address below, then open ${pages.resolvedUrls.local[0]}: pages change there as you save.`,
)
