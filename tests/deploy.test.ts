import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

import { readSettings, settingNames } from '#server/platform/runtime/settings.ts'

const { scripts, engines } = JSON.parse(text('package.json'))
const dockerfile = text('deploy/Dockerfile')
const compose = text('deploy/compose.yaml')

test('the container, the workflow and the clone use one version of Node', () => {
  const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)

  expect(images).toHaveLength(3)
  expect(new Set(images)).toEqual(new Set([text('.nvmrc').trim()]))
  expect(engines.node).toContain('^20.19')
  expect(images[0]).toMatch(/^20\.(19|[2-9]\d)\./)
  expect(text('.github/workflows/ci.yml')).toContain('node-version-file: .nvmrc')
})

test('every npm script that the documents and the container name exists', () => {
  const files = ['deploy/Dockerfile', 'deploy/README.md', 'README.md', 'CONTRIBUTING.md']
  const documents = ['operating', 'settings', 'setup'].map((name) => `docs/${name}.md`)
  const names = [...files, ...documents].flatMap((file) =>
    [...text(file).matchAll(/\bnpm run ([\w:]*\w)(?![\w…])/g)].map(([, name = '']) => name),
  )

  expect(names).toEqual(expect.arrayContaining(['build', 'store', 'check']))
  expect(names.filter((name) => !(name in scripts) && name !== 'bench')).toEqual([])
})

test('the linter finds nothing in the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([])
})

test('the container starts the store as npm start does', () => {
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []

  expect(JSON.parse(command).join(' ')).toBe(scripts.start)
})

test('container and compose file set variables that are settings of the store', () => {
  const environment = /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? ''
  const inImage = environment.split(' ').map((pair) => pair.split('=') as [string, string])
  const store = compose.slice(compose.indexOf('  store:'), compose.indexOf('  database:'))
  const inCompose = [...store.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replace(/\$\{.*\}/, 'secret')] as const,
  )
  const variables = Object.fromEntries([...inImage, ...inCompose])
  const ofNode = ['NODE_ENV', 'MALLOC_ARENA_MAX']

  expect(inCompose.map(([name]) => name)).toEqual(['DATABASE_URL'])
  expect(Object.keys(variables).filter((name) => !ofNode.includes(name))).toEqual(
    expect.arrayContaining(['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL']),
  )
  expect(
    Object.keys(variables).filter(
      (name) => !ofNode.includes(name) && !settingNames.some((setting) => setting === name),
    ),
  ).toEqual([])
  expect(readSettings(variables)).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data' })
})

test('settings and data stay out of the image', () => {
  const ignored = text('deploy/Dockerfile.dockerignore').split('\n')

  expect(ignored).toEqual(
    expect.arrayContaining(['.env', '.data', 'node_modules', 'dist', 'deploy']),
  )
})

function text(file: string): string {
  return readFileSync(file, 'utf8')
}
