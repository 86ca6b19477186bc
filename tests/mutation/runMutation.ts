import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

type Area = {
  /** The vitest projects whose tests should notice a fault. */
  tests: string[]
  files: string[]
  /** Also mutates code that runs once at import, where all tests take seconds only. */
  withStatic?: boolean
}

/** The source files with logic, which are mutated, and the tests that cover them. */
const areas = {
  contract: { tests: ['unit', 'screen', 'api'], files: ['src/contract/**/*.ts'] },
  platform: { tests: ['unit', 'screen'], files: ['src/platform/**/*.ts'] },
  page: { tests: ['unit', 'screen'], files: ['src/features/**/*.ts', 'src/pages/**/*.ts'] },
  worker: { tests: ['unit'], files: ['sw/**/*.ts'], withStatic: true },
  server: {
    tests: ['unit', 'api'],
    files: ['features', 'commerce', 'platform', 'jobs'].map((folder) => `server/${folder}/**/*.ts`),
  },
} satisfies Record<string, Area>
type AreaName = keyof typeof areas

type MutantStatus = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError'
type Mutant = {
  status: MutantStatus
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number } }
}
type Report = { files: Record<string, { mutants: Mutant[] }> }
type Counts = { killed: number; survived: number; uncovered: number }

const reportFolder = 'reports/mutation'

/**
 * Mutation testing: `npm run mutate`, or of some areas `npm run mutate -- contract worker`.
 * `--only GLOB` narrows an area to some of its files, `--concurrency N` says how many run at once.
 * `--sample PERCENT` tries only that share of the functions, for an estimate of a large area.
 * `--tests 'tests/api/cart/*.test.ts'` runs only these tests, so that trying one folder takes minutes.
 * `--projects unit,screen` runs only these vitest projects: the contract's faults without the API tests.
 * `--static` also mutates code that runs once at import; each of those mutants runs all chosen tests.
 * Results are stored in reports/mutation, so that an interrupted run continues and a second run
 * tries only what changed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    sample: { type: 'string', default: '100' },
    tests: { type: 'string', default: '' },
    projects: { type: 'string' },
    static: { type: 'boolean' },
  },
})
const unknown = positionals.filter((name) => !(name in areas))
if (unknown.length > 0) {
  throw new Error(`Unknown area ${unknown.join(', ')}. Areas: ${Object.keys(areas).join(', ')}`)
}
const chosen = (positionals.length > 0 ? positionals : Object.keys(areas)) as AreaName[]

for (const area of chosen) {
  const code = await mutate(area)
  if (code !== 0) process.exitCode = code
  if (existsSync(reportOf(area))) printScores(area)
}

function reportOf(area: AreaName): string {
  return join(reportFolder, `${area}.json`)
}

async function mutate(area: AreaName): Promise<number> {
  const { tests, files, withStatic = false }: Area = areas[area]
  const mutated = [values.only ?? files.join(','), '!**/*.test.ts'].join(',')
  const stryker = spawn(
    'node_modules/.bin/stryker',
    [
      ...['run', 'tests/mutation/stryker.config.mjs', '--mutate', mutated],
      ...['--concurrency', values.concurrency],
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTATION_TESTS: values.projects ?? tests.join(','),
        MUTATION_SAMPLE: values.sample,
        MUTATION_TEST_FILES: values.tests,
        MUTATION_STATIC: String(values.static ?? withStatic),
        MUTATION_REPORT: join(reportFolder, area),
      },
    },
  )
  return new Promise((resolve, reject) => {
    stryker.on('error', reject).on('close', (code) => resolve(code ?? 1))
  })
}

/** Each survivor's place, and by folder the killed mutants of all that tests could have noticed. */
function printScores(area: AreaName): void {
  const { files } = JSON.parse(readFileSync(reportOf(area), 'utf8')) as Report
  const folders = new Map<string, Counts>()
  for (const [file, { mutants }] of Object.entries(files)) {
    const counts = folders.get(dirname(file)) ?? { killed: 0, survived: 0, uncovered: 0 }
    for (const { status, mutatorName, replacement, location } of mutants) {
      const isAlive = status === 'Survived' || status === 'NoCoverage'
      const { line, column } = location.start
      if (isAlive) console.log(`${file}:${line}:${column} ${status} ${mutatorName} ${replacement}`)
      if (status === 'Killed' || status === 'Timeout') counts.killed++
      if (status === 'Survived') counts.survived++
      if (status === 'NoCoverage') counts.uncovered++
    }
    folders.set(dirname(file), counts)
  }
  console.table(
    Object.fromEntries(
      [...folders].sort().flatMap(([folder, { killed, survived, uncovered }]) => {
        const all = killed + survived + uncovered
        if (all === 0) return []
        const percent = (100 * killed) / all
        const row = { killed, survived, 'not run': uncovered, 'score %': percent.toFixed(1) }
        return [[folder, row]]
      }),
    ),
  )
}
