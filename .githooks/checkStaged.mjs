import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import * as prettier from 'prettier'

/**
 * The commit hook: formats the staged files and lints them. A file with changes that are not staged
 * is only checked, because formatting and staging it would commit those changes too.
 */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const changed = (...args) =>
  git('diff', '--name-only', '--diff-filter=ACMR', '-z', ...args)
    .split('\0')
    .filter(Boolean)

const staged = changed('--cached')
const partlyStaged = new Set(changed())
const unformatted = []
for (const file of staged) await format(file)

if (unformatted.length > 0) {
  console.error(`Not formatted, and not staged as a whole: ${unformatted.join(', ')}`)
  console.error('Please run `npx prettier --write` on them and stage them again.')
  process.exit(1)
}

const scripts = staged.filter((file) => /\.[mc]?[jt]sx?$/.test(file))
if (scripts.length > 0) {
  const eslint = ['node_modules/eslint/bin/eslint.js', '--no-warn-ignored', ...scripts]
  const { status } = spawnSync(process.execPath, eslint, { stdio: 'inherit' })
  process.exit(status ?? 1)
}

async function format(file) {
  const { ignored, inferredParser } = await prettier.getFileInfo(file, {
    ignorePath: '.prettierignore',
  })
  if (ignored || !inferredParser) return
  const text = git('show', `:${file}`)
  const options = {
    ...(await prettier.resolveConfig(file, { editorconfig: true })),
    filepath: file,
  }
  const formatted = await prettier.format(text, options)
  if (formatted === text) return
  if (partlyStaged.has(file)) unformatted.push(file)
  else {
    writeFileSync(file, formatted)
    git('add', '--', file)
  }
}
