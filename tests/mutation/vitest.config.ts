import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { testProjects } from '#tests/support/testProjects.ts'

/** The vitest projects that should notice a mutant, as named by runMutation.ts. */
const wanted = (process.env.MUTATION_TESTS ?? 'unit,screen').split(',')

export default defineConfig({
  plugins: [react()],
  test: {
    ...testProjects,
    projects: testProjects.projects.filter(({ test }) => wanted.includes(test.name)),
  },
})
