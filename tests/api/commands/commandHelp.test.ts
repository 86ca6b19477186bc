import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { commandStore } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

commandStore()

/** Writes the JSON example in the help of a command to a file. */
async function exampleIn(...words: string[]): Promise<string> {
  const { code, out } = await runStoreCommand(...words, '--help')
  expect(code).toBe(0)
  const folder = mkdtempSync(join(tmpdir(), 'pehno-help-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'example.json')
  writeFileSync(file, /^ {2}\{$[^]*^ {2}\}$/m.exec(out)?.[0] ?? '')
  return file
}

test('the help of the facts has an example that can be used [ops.1]', async () => {
  const set = await runStoreCommand('facts', 'set', await exampleIn('facts', 'set'))

  expect(set).toMatchObject({ code: 0, err: '', out: 'The store is Pehno, run by ….' })
})

test('the help of the import lists all fields, and has an example of a mapping [ops.1]', async () => {
  const mapping = await exampleIn('catalogue', 'import')
  const products = join(mapping, '..', 'products.csv')
  writeFileSync(
    products,
    'sku,name,brand,category,gender,price_inr\nHELP-1,Kurta,Asha,Kurtas,Women,999\n',
  )
  const unknownField = await runStoreCommand(
    ...['catalogue', 'import', products, '--column', 'none=x'],
  )
  const [, fields = 'none'] = /Fields are: (.+)\.$/.exec(unknownField.err) ?? []

  const { out } = await runStoreCommand('catalogue', 'import', '--help')
  expect(out).toContain(`\nFields: ${fields}.\n`)
  const imported = await runStoreCommand('catalogue', 'import', products, '--map', mapping)
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('1 added') })
})
