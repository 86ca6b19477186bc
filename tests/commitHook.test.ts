import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
/** Without the variables that git sets while a hook runs, and without CI. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(GIT_|CI$)/.test(name)),
)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pehno-hook-'))
  for (const file of ['.githooks', '.prettierrc.json', '.prettierignore', 'package.json'])
    cpSync(file, join(folder, file), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  write('eslint.config.js', "export default [{ rules: { 'no-var': 'error' } }]\n")
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the commit hook', () => {
  beforeEach(() => {
    git('init', '--quiet')
  })

  test('formats staged files and leaves others alone', () => {
    write('first file.js', 'const a = "a";\nconsole.log(a)')
    write('second.js', 'const b = "b";')
    git('add', 'first file.js')

    expect(runHook()).toMatchObject({ status: 0 })
    expect(git('show', ':first file.js')).toBe("const a = 'a'\nconsole.log(a)\n")
    expect(read('first file.js')).toBe("const a = 'a'\nconsole.log(a)\n")
    expect(read('second.js')).toBe('const b = "b";')
  })

  test('stops at a fault that the linter finds', () => {
    write('a.js', 'var a = 1\n')
    git('add', 'a.js')

    expect(runHook()).toMatchObject({ status: 1, stdout: expect.stringContaining('no-var') })
  })

  test('does not stage what was left out of the commit', () => {
    write('a.js', 'const a = "a";')
    git('add', 'a.js')
    write('a.js', 'const a = "later";')

    expect(runHook()).toMatchObject({ status: 1, stderr: expect.stringContaining('a.js') })
    expect(git('show', ':a.js')).toBe('const a = "a";')
    expect(read('a.js')).toBe('const a = "later";')
  })
})

describe('installing the hook', () => {
  test('makes git use the folder, in a clone of its own', () => {
    git('init', '--quiet')

    expect(install()).toBe(0)
    expect(hooksPath()).toBe('.githooks')
  })

  test('leaves a chosen folder alone, and CI', () => {
    git('init', '--quiet')
    expect(install({ CI: 'true' })).toBe(0)
    expect(hooksPath()).toBe('')

    git('config', 'core.hooksPath', 'mine')
    expect(install()).toBe(0)
    expect(hooksPath()).toBe('mine')
  })

  test('does nothing without git, or inside another repository', () => {
    expect(install({ PATH: '/nowhere' })).toBe(0)
    expect(existsSync(join(folder, '.git'))).toBe(false)

    const inner = join(folder, 'unpacked')
    git('init', '--quiet')
    cpSync('.githooks', join(inner, '.githooks'), { recursive: true })
    expect(install({}, inner)).toBe(0)
    expect(hooksPath()).toBe('')
  })
})

function runHook() {
  return spawnSync(join(folder, '.githooks/pre-commit'), { cwd: folder, env, encoding: 'utf8' })
}

function install(extra = {}, cwd = folder) {
  const options = { cwd, env: { ...env, ...extra } }
  return spawnSync(process.execPath, ['.githooks/install.mjs'], options).status
}

function hooksPath(): string {
  return git('config', '--default', '', '--get', 'core.hooksPath').trim()
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' })
}

function write(file: string, text: string) {
  writeFileSync(join(folder, file), text)
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
