import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packFiles } from './pack-files.ts'

/** The service answers these paths while Vite's own server delivers the pages. */
const service = 'http://127.0.0.1:8787'

/** Builds the pages of the app: `renderer/` to `dist/app/`, served under `/app/`. */
export default defineConfig({
  root: fileURLToPath(new URL('../renderer', import.meta.url)),
  base: '/app/',
  plugins: [react(), packFiles()],
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/v1', '/admin', '/mcp', '/health'].map(path => [path, service])),
  },
  clearScreen: false,
})
