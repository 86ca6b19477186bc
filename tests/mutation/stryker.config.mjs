/** Started by runMutation.ts, which says what to mutate and where to report. */
const report = process.env.MUTATION_REPORT ?? 'reports/mutation/last'

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/sample.mjs'],
  ignorers: ['sample'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  dryRunTimeoutMinutes: 60,
  // A mutant in code that runs once at import needs every related test again: hours for a few schemas,
  // nothing for the worker.
  ignoreStatic: process.env.MUTATION_STATIC !== 'true',
  ignorePatterns: ['dist', '.data*', 'coverage', 'test-results', 'reports'],
  tempDirName: '.stryker',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
}
