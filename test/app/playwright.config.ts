import { defineConfig } from 'playwright/test'
import { testChromium } from '../support/chromium.ts'

/** The app in a real Chromium against a real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../dist/test-app',
  globalSetup: './support/build-pages.ts',
  workers: 2,
  fullyParallel: true,
  // Chromium beside a service on two cores is slow at times: what fails is tried once more, and told as flaky.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./support/totals.ts']],
  use: {
    launchOptions: await testChromium(),
    viewport: { width: 1180, height: 760 },
    // As for users who want no motion: drawing it takes an eighth of the time, and what moves is hard to click.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
