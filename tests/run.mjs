import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

import { findChromium } from './support/browsers/findChromium.ts'
import { findPostgres, postgresAdvice } from './support/database/findPostgres.ts'

/**
 * `npm test`: runs everything in turn, even after a failure. Its last line is
 * `N passed, N failed`; a step without tests (types, build …) counts only if it fails.
 */
const reports = mkdtempSync(join(tmpdir(), 'pehno-tests-'))
const isCi = Boolean(process.env.CI)
const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
const total = { passed: 0, failed: 0 }
const broken = []
const unstable = []

// In parallel, to keep all cores busy; each prints something only if it fails.
await Promise.all(['lint', 'types', 'format'].map(step))
// Screens wait for timers a quarter of the time, so there are more workers than cores.
const workers = availableParallelism() + 2
await vitest('unit and screen tests', { projects: ['unit', 'screen*'], workers })
await apiTests()
const isBuilt = await step('build')
if (has('browser', findChromium) && isBuilt) await playwright()

rmSync(reports, { recursive: true, force: true })
if (unstable.length > 0) console.log(`\n— passed at the second attempt —\n${unstable.join('\n')}`)
if (broken.length > 0) console.log(`\n— failed —\n${broken.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs an npm script that counts as one failure if it fails. */
async function step(name) {
  const code = await run(name, ['npm', 'run', '--silent', name])
  if (code !== 0) {
    total.failed++
    broken.push(name)
  }
  return code === 0
}

/** What runs again on the embedded database runs beside PostgreSQL, because one of its files takes most of the time. */
async function apiTests() {
  const projects = ['api']
  const onEmbedded = 'API tests on the embedded database'
  if (!has('PostgreSQL', postgresIsThere)) {
    return vitest(onEmbedded, { projects, env: { API_DATABASE: 'embedded' } })
  }
  await Promise.all([
    vitest('API tests on PostgreSQL', { projects, env: { API_DATABASE: 'postgres' } }),
    vitest(onEmbedded, {
      projects,
      env: { API_DATABASE: 'embedded-after-postgres' },
      workers: 1,
    }),
  ])
}

async function vitest(name, { projects, env = {}, workers }) {
  const report = join(reports, `${name}.json`)
  const chosen = [
    ...projects.flatMap((project) => ['--project', project]),
    ...(workers ? [`--maxWorkers=${workers}`] : []),
  ]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(name, ['vitest', 'run', ...chosen, ...reporters], env)

  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report)
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  unstable.push(...all.filter(isFlaky).map(({ fullName }) => `${name}: ${fullName}`))
  const files = testResults.filter(({ status }) => status === 'failed')
  const tests = files.map((file) => file.assertionResults.filter(isFailed))
  const unread = files.filter((_, place) => tests[place]?.length === 0)
  count(numPassedTests, numFailedTests + unread.length, code)
  broken.push(...unread.map((file) => `${name}: ${file.name}: ${file.message}`))
  for (const { fullName, failureMessages } of tests.flat()) {
    broken.push(`${name}: ${fullName}\n${failureMessages.join('\n')}`)
  }
}

async function playwright() {
  const report = join(reports, 'browser.json')
  const command = ['playwright', 'test', '--reporter=list,json']
  const code = await run('browser tests', command, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })

  const { suites = [], stats } = read(report)
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  count(expected + flaky, unexpected, code)
  unstable.push(...suites.flatMap(titlesOfFlaky))
}

/** Titles of the tests that passed only at their second attempt. */
function titlesOfFlaky({ suites = [], specs = [] }) {
  const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky')
  return [...specs.filter(isFlaky).map(({ title }) => title), ...suites.flatMap(titlesOfFlaky)]
}

/** Passed, with the error of a first attempt. */
function isFlaky({ status, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0
}

function isFailed(test) {
  return test.status === 'failed'
}

/** A runner that fails without naming a failed test counts as a failure. */
function count(passed, failed, code) {
  total.passed += passed
  total.failed += failed === 0 && code !== 0 ? 1 : failed
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}

function run(name, [program, ...args], env = {}) {
  console.log(`\n— ${name} —`)
  const options = { stdio: 'inherit', env: { ...process.env, PATH: path, ...env } }
  return new Promise((done) => {
    spawn(program, args, options)
      .on('error', ({ message }) => {
        console.error(message)
        done(1)
      })
      .on('close', (code) => done(code ?? 1))
  })
}

/** Tests whose tools are missing are skipped and reported; with CI=true they fail. */
function has(name, look) {
  try {
    look()
    return true
  } catch (error) {
    console.error(`\n— no ${name}: its tests ${isCi ? 'FAIL' : 'are SKIPPED'} —\n${error.message}`)
    if (isCi) total.failed++
    return false
  }
}

function postgresIsThere() {
  if (!process.env.TEST_DATABASE_URL && !findPostgres()) throw new Error(postgresAdvice)
}
