import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * `npm run prepare`, which npm also runs after an install: makes git use the hooks of this folder. It
 * leaves a chosen hooks folder alone, and does nothing in CI, or where the store is not a clone of
 * its own.
 */
if (!process.env.CI && existsSync('.git')) {
  try {
    const chosen = execFileSync('git', ['config', '--default', '', '--get', 'core.hooksPath'])
    if (String(chosen).trim() === '') execFileSync('git', ['config', 'core.hooksPath', '.githooks'])
  } catch (error) {
    console.warn(`The commit hook was not installed: ${error.message}`)
  }
}
