import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { keepBuilds } from './builds.ts'
import { fileRoutes } from './fileRoutes.ts'

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Replaces the built page, as a deploy does. */
function deploy(page: string, build: string) {
  rmSync(join(page, 'assets'), { recursive: true, force: true })
  mkdirSync(join(page, 'assets'), { recursive: true })
  for (const name of ['main', 'CartPage'])
    writeFileSync(join(page, 'assets', `${name}-${build}.js`), `// ${build}`)
}

test('the chunks of the last three builds are served, also after the data folder is all that is left of them [pwa.8]', async () => {
  const [page, data] = [temporaryFolder(), temporaryFolder()]
  for (const build of ['one', 'two', 'three', 'four']) {
    deploy(page, build)
    await keepBuilds(page, data)
    await pause(15)
  }
  const app = fileRoutes(page, await keepBuilds(page, data))
  const read = async (build: string) => {
    const response = await app.request(`/assets/CartPage-${build}.js`)
    return { status: response.status, text: await response.text() }
  }

  expect(await read('four')).toEqual({ status: 200, text: '// four' })
  expect(await read('three')).toEqual({ status: 200, text: '// three' })
  expect(await read('two')).toEqual({ status: 200, text: '// two' })
  expect((await read('one')).status).toBe(404)
})

test('a build that is deployed again is the newest one [pwa.8]', async () => {
  const [page, data] = [temporaryFolder(), temporaryFolder()]
  for (const build of ['one', 'two', 'one', 'three', 'four']) {
    deploy(page, build)
    await keepBuilds(page, data)
    await pause(15)
  }

  expect(existsSync(join(data, 'builds/main-one'))).toBe(true)
  expect(existsSync(join(data, 'builds/main-two'))).toBe(false)
})

test('without a writable data folder the current build is served [pwa.8]', async () => {
  const page = temporaryFolder()
  deploy(page, 'one')

  expect(await keepBuilds(page, '/dev/null/nowhere')).toEqual([])
})
