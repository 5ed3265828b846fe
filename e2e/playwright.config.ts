import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const named = process.env.SLYGLASS_CHROMIUM
const executablePath =
  named === 'playwright' ? undefined : (named ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined))
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/playwright',
  // Nothing waits this long where it holds: a machine that does much besides takes its time, and that is no fault.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  use: {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Every step keeps the page as it stood; pictures besides would cost a tenth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
})
