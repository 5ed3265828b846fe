import { defineConfig } from 'vitest/config'
import { takeTestFolders } from './scripts/test-folders.mjs'

takeTestFolders(import.meta.dirname)

// What starts processes stays among itself: its tests look at what their own process has open. So does what counts how
// often its code is entered: the engine counts code that ran before in another way.
const PROCESSES = [
  'packages/environment/**/*.test.ts',
  'apps/slyglass/**/*.test.ts',
  'packages/hocon/src/linear-work.test.ts',
]
const ELSEWHERE = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

export default defineConfig({
  test: {
    setupFiles: ['scripts/seed-properties.mjs'],
    // No bound of any test: a machine with forty other things to do takes a minute for what takes a second alone.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'processes', include: PROCESSES, exclude: ELSEWHERE } },
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...ELSEWHERE, ...PROCESSES],
          // Loading the sources anew for each of some hundred files costs more than most of the tests do. What a file changes
          // of its process it changes back.
          isolate: false,
        },
      },
    ],
  },
})
