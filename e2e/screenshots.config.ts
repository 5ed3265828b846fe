import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

// Pictures for the documentation: `npx playwright test -c e2e/screenshots.config.ts` writes docs/screenshots.
export default defineConfig({ ...journeys, testMatch: '**/*.shots.ts', workers: 1 })
