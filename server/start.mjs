import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/**
 * `npm start`, `npm run store` and `npm run rehearsal`: builds the store if its source has changed since the last build, then
 * runs it in the same process, so that signals reach it and its exit code is passed on. `npm run build` only builds it.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (path) => join(root, path)
/** Holds the fingerprint of the source that `dist` was built from. */
const fingerprintFile = at('dist/.built')
const buildLock = at('dist/.building')
const vite = at('node_modules/vite/bin/vite.js')

const sources = ['src', 'server', 'sw', 'public', 'manifest.webmanifest']
const buildInputs = [
  'vite.config.ts',
  'chunks.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/**
 * V8 lets the heap of a busy process grow to several times its live size before a full garbage collection.
 * With `--heap-growing-percent` it collects when the heap has grown by this many percent.
 */
const heapGrowingPercent = 60

process.env.NODE_ENV ??= 'production'
await build().catch(({ message }) => {
  console.error(message)
  process.exit(1)
})
if (process.argv[2] !== 'build')
  await run(['store', 'rehearsal'].find((name) => name === process.argv[2]) ?? 'main')

async function build() {
  if (!existsSync(vite)) {
    // A production install without dev dependencies cannot build, and runs the existing build.
    if (existsSync(at('dist/server/main.js'))) return
    throw new Error('The store is not installed yet. Please run `npm ci` first.')
  }
  if (isBuilt()) return
  await lockBuild()
  try {
    if (!isBuilt()) await buildAll()
  } finally {
    rmSync(buildLock, { force: true })
  }
}

async function buildAll() {
  const begin = Date.now()
  const from = fingerprint()
  rmSync(fingerprintFile, { force: true })
  console.error('Building the store. This is done once, and again when its source changes …')
  await Promise.all([
    runVite('build'),
    runVite('build', '--ssr'),
    runVite('build', '--mode', 'maps'),
    runVite('build', '--mode', 'loader'),
    runVite('build', '--mode', 'desk'),
  ])
  writeFileSync(fingerprintFile, from)
  console.error(`Built in ${Math.round((Date.now() - begin) / 1000)} seconds.`)
}

/** Prints vite's output only if the build fails. */
function runVite(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], { cwd: root, stdio: 'pipe' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      console.error(output)
      reject(new Error(`vite ${args.join(' ')} failed; see its output above.`))
    })
  })
}

function isBuilt() {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint()
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const file of [...sources, ...buildInputs].flatMap((path) => filesIn(path)).sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(at(file)))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(at(path))) return []
  if (statSync(at(path)).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(at(path)).flatMap((name) => filesIn(`${path}/${name}`))
}

/** Two processes must not build into the same folder: the second waits for the first. */
async function lockBuild() {
  mkdirSync(dirname(buildLock), { recursive: true })
  for (;;) {
    try {
      return writeFileSync(buildLock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isLeftBehind()) rmSync(buildLock, { force: true })
      else await pause(200)
    }
  }
}

function isLeftBehind() {
  try {
    process.kill(Number(readFileSync(buildLock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Removes `start.mjs` and the program's name from `process.argv`, so that the program sees only its own arguments. */
async function run(name) {
  const file = at(`dist/server/${name}.js`)
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`)
  process.argv.splice(1, name === 'main' ? 1 : 2, file)
  await import(pathToFileURL(file).href)
}
