import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { testProjects } from '#tests/support/testProjects.ts'

/** The vitest projects that should notice a mutant, as named by runMutation.ts. */
const wanted = (process.env.MUTATION_TESTS ?? 'unit,screen').split(',')
/** Globs of the only test files to run; all files of the projects where there are none. */
const testFiles = (process.env.MUTATION_TEST_FILES ?? '').split(',').filter(Boolean)

/**
 * API tests share what they import: loading the server anew for each file would take most of the
 * time. Each runs on its own all the same, as the tests make what they need.
 */
const projects = testProjects.projects
  .filter(({ test }) => wanted.includes(test.name))
  .map(({ test }) => ({
    test: { ...(testFiles.length > 0 ? only(test) : test), isolate: test.name !== 'api' },
  }))

/** A project narrowed to the chosen files, or to none where they all belong to another project. */
function only<Project extends { name: string; include: string[] }>(test: Project): Project {
  return { ...test, include: testFiles.filter((file) => projectOf(file) === test.name) }
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
