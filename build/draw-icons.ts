// Renders the PNG icons from their SVGs: node build/draw-icons.ts. The PNGs are committed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { testChromium } from '../test/support/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Drawing {
  from: string
  to: string
  size: number
  colour?: string
}

/** On macOS, the name of the file has a meaning: a black template image, and `@2x` for high-resolution screens. */
const DRAWINGS: Drawing[] = [
  { from: 'icon', to: 'build/icons/icon.png', size: 1024 },
  { from: 'tray', to: 'electron/icons/tray.png', size: 32, colour: '#15aabf' },
  { from: 'tray', to: 'electron/icons/trayTemplate.png', size: 16, colour: '#000' },
  { from: 'tray', to: 'electron/icons/trayTemplate@2x.png', size: 32, colour: '#000' },
  ...[16, 32, 48, 128].map(size => ({ from: 'icon', to: `extension/icons/${size}.png`, size })),
]

const browser = await chromium.launch(await testChromium())
const page = await browser.newPage()
for (const { from, to, size, colour = '#fff' } of DRAWINGS) {
  await page.setViewportSize({ width: size, height: size })
  const svg = readFileSync(`${root}build/icons/${from}.svg`, 'utf8')
  await page.setContent(`<style>body{margin:0;color:${colour}}svg{display:block}</style>${svg}`)
  await page.screenshot({ path: root + to, omitBackground: true })
}
await browser.close()
