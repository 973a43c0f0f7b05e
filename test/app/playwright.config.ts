import { defineConfig } from 'playwright/test'
import { testChromium } from '../support/chromium.ts'

/** Runs the app in a real Chromium with a real service. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../dist/test-app',
  globalSetup: './support/build-pages.ts',
  workers: 2,
  fullyParallel: true,
  // Chromium and a service on two cores can be slow: a failed test is retried once, and reported as flaky.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./support/totals.ts']],
  use: {
    launchOptions: await testChromium(),
    viewport: { width: 1180, height: 760 },
    // Without motion: drawing it takes an eighth of the time, and moving elements are hard to click.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
