import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

// Pictures for the documentation: `npx playwright test -c screenshots.config.ts` here writes docs/screenshots and docs/samples.
export default defineConfig({ ...journeys, testMatch: '**/*.shots.ts', workers: 1 })
