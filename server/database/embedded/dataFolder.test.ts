import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { claimFolder, isRunning, thisProcess } from './dataFolder.ts'

const racer = 'tests/support/database/claimFolderChild.ts'
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pehno-claim-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const claimFiles = () => readdirSync(folder).filter((name) => name.startsWith('owner.'))

describe('the owner of a data folder', () => {
  test('is the first process that claims it, as long as it runs', () => {
    const first = claimFolder(folder)

    expect(first).toBeDefined()
    expect(claimFolder(folder)).toBeUndefined()
  })

  test('releases it when it closes', () => {
    claimFolder(folder)?.release()

    expect(claimFolder(folder)).toBeDefined()
  })

  test('is replaced when it has ended, even if another process has its pid', () => {
    const namesake = { ...thisProcess(), startedAt: '1' }
    writeFileSync(join(folder, 'owner.7'), JSON.stringify(namesake))

    expect(isRunning(namesake)).toBe(false)
    expect(claimFolder(folder)).toBeDefined()
    expect(claimFiles()).toEqual(['owner.8'])
  })

  test('is replaced if it ran before a reboot', () => {
    writeFileSync(join(folder, 'owner.1'), JSON.stringify({ ...thisProcess(), bootId: 'earlier' }))

    expect(claimFolder(folder)).toBeDefined()
  })

  test(
    'is one of many processes that claim the folder of an ended one',
    { timeout: 60_000 },
    async () => {
      writeFileSync(join(folder, 'owner.3'), JSON.stringify({ ...thisProcess(), startedAt: '1' }))
      const racers = Array.from({ length: 6 }, () =>
        fork(racer, [folder], { execArgv: ['--import', 'tsx'] }),
      )
      await Promise.all(racers.map((child) => once(child, 'message')))

      for (const child of racers) child.send('go')
      const results = await Promise.all(
        racers.map(async (child) => (await once(child, 'message'))[0]),
      )

      for (const child of racers) child.kill('SIGKILL')
      expect(results.filter((isOwner) => isOwner === true)).toHaveLength(1)
    },
  )
})
