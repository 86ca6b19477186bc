import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * `node deploy/rehearse.mjs`: carries out the steps of the Dockerfile in temporary folders, without a
 * container engine, and checks that the result starts, serves home and stops on SIGTERM. It knows the
 * instructions that the Dockerfile uses; users, ports and the absolute path of the data are replaced.
 */
const repository = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'pehno-image-'))
const stages = new Map()
let stage

try {
  const context = join(folder, 'context')
  checkOut(context)
  for (const [name, rest] of instructions()) carryOut({ name, rest, context })
  await start()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The files that git knows, as they are now, without those that the image leaves out. */
function checkOut(context) {
  const ignored = readFileSync(join(repository, 'deploy/Dockerfile.dockerignore'), 'utf8')
  const left = new Set(ignored.split('\n').filter(Boolean))
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  for (const file of listed) {
    if (!file || left.has(file.split('/')[0]) || !existsSync(join(repository, file))) continue
    cpSync(join(repository, file), join(context, file))
  }
}

function instructions() {
  const text = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => /^(\w+) (.*)$/.exec(line).slice(1))
}

function carryOut({ name, rest, context }) {
  if (name === 'FROM') {
    const alias = / AS (\w+)$/.exec(rest)?.[1] ?? 'final'
    stage = { root: join(folder, alias), env: {}, command: [] }
    stages.set(alias, stage)
    mkdirSync(stage.root)
  }
  if (name === 'ENV') Object.assign(stage.env, Object.fromEntries(rest.split(' ').map(variable)))
  if (name === 'COPY') copy(rest.split(' '), context)
  if (name === 'RUN' && rest.startsWith('npm ')) {
    console.log(`${name} ${rest}`)
    execFileSync('sh', ['-c', rest], { cwd: stage.root, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (name === 'CMD') stage.command = JSON.parse(rest)
}

function copy(words, context) {
  const from = /^--from=(\w+)$/.exec(words[0])?.[1]
  const paths = (from ? words.slice(1) : words).map((path) => path.replace(/^\/store\//, ''))
  const source = from ? stages.get(from).root : context
  const target = paths.pop()
  for (const path of paths) {
    const isFolder = statSync(join(source, path)).isDirectory()
    const end = isFolder ? target : target.endsWith('/') ? join(target, basename(path)) : target
    // Without resolving them: npm's links in node_modules/.bin are relative.
    cpSync(join(source, path), join(stage.root, end), { recursive: true, verbatimSymlinks: true })
  }
}

async function start() {
  const port = await freePort()
  const [program, ...args] = stage.command
  const dataDir = join(folder, 'data')
  const env = { PATH: process.env.PATH, ...stage.env, DATA_DIR: dataDir, PORT: String(port) }
  const server = spawn(program, args, { cwd: stage.root, env, stdio: 'inherit' })
  const stopped = new Promise((end) => server.once('exit', end))
  try {
    await ready(`http://127.0.0.1:${port}`, server)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    const html = await page.text()
    if (page.status !== 200 || !html.includes('<main')) throw new Error('Home is not a page')
    console.log(`Home has ${html.length} characters.`)
  } finally {
    server.kill('SIGTERM')
  }
  const code = await stopped
  if (code !== 0) throw new Error(`The server stopped with exit code ${code}`)
  console.log('The image builds, starts, serves home and stops.')
}

async function ready(origin, server) {
  for (let second = 0; second < 120 && server.exitCode === null; second++) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await pause(1000)
  }
  throw new Error('The server did not become ready')
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

function variable(text) {
  const [, name, value] = /^(\w+)=(.*)$/.exec(text)
  return [name, value]
}

function git(...args) {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 })
}
