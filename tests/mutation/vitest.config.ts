import { matchesGlob } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { needingOwnWindow, testProjects } from '#tests/support/testProjects.ts'

/** The vitest projects that should notice a mutant, as named by runMutation.ts. */
const wanted = (process.env.MUTATION_TESTS ?? 'unit,screen').split(',')
/** Globs of the only test files to run; all files of the projects where there are none. */
const testFiles = (process.env.MUTATION_TEST_FILES ?? '').split(',').filter(Boolean)

/** Files whose tests fail after those of another file in the same modules; they run in their own. */
const isolated = [
  ...needingOwnWindow,
  'src/features/location/popup/useLocationPrompt.test.tsx',
  'src/features/wishlist/HeartButton.test.tsx',
  'src/pages/cart/CartPage.test.tsx',
  'src/pages/orders/returns/ReturnOrExchange.test.tsx',
  'src/platform/**/*.test.tsx',
]

/**
 * API and screen tests share what they import: loading the server or a browser's DOM anew for each file
 * would take most of the time. Each test runs on its own all the same, as it makes what it needs.
 */
const projects = testProjects.projects
  .filter(({ test }) => wanted.includes(test.name))
  .flatMap(({ test, ...project }) => {
    const chosen = testFiles.length > 0 ? only(test) : test
    if (test.name === 'unit') return [{ test: { ...chosen, isolate: true } }]
    if (test.name === 'api') return [{ test: { ...chosen, isolate: false } }]
    return [
      { ...project, test: { ...chosen, exclude: isolated, isolate: false } },
      // As `screen-isolated`: some of them replace parts of the window.
      {
        test: {
          ...chosen,
          name: 'isolated',
          include: chosenIsolated(),
          exclude: [],
          pool: 'threads' as const,
          isolate: true,
        },
      },
    ]
  })

/** A project narrowed to the chosen files, or to none where they all belong to another project. */
function only<Project extends { name: string; include: string[] }>(test: Project): Project {
  return { ...test, include: testFiles.filter((file) => projectOf(file) === test.name) }
}

function chosenIsolated(): string[] {
  if (testFiles.length === 0) return isolated
  return [
    ...isolated.filter((file) => testFiles.some((glob) => matchesGlob(file, glob))),
    ...testFiles.filter((file) => isolated.some((glob) => matchesGlob(file, glob))),
  ]
}

function projectOf(file: string): string {
  if (file.startsWith('tests/api/')) return 'api'
  return file.endsWith('.tsx') ? 'screen' : 'unit'
}

export default defineConfig({
  plugins: [react()],
  test: {
    ...testProjects,
    projects,
  },
})
