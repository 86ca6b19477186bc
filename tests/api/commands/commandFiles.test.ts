import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { demoFacts } from '#server/demo/demoFacts.ts'
import { commandStore } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

commandStore()

const folder = mkdtempSync(join(tmpdir(), 'pehno-files-'))
const subfolder = join(folder, 'pictures')
mkdirSync(subfolder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a file that a command cannot read', () => {
  const products = fileOf('products.csv', 'code,name,brand,category,gender,price\n')

  test.for([
    ['catalogue', 'import'],
    ['catalogue', 'import', products, '--map'],
    ['facts', 'set'],
    ['home', 'set'],
    ['terms', 'set', 'standard'],
    ['db', 'restore', '--yes'],
  ])('is named if it is missing or a folder: %s [ops.1]', async (words) => {
    const none = join(folder, 'none')

    expect(await runStoreCommand(...words, none)).toMatchObject({
      code: 1,
      out: '',
      err: `${none} does not exist.`,
    })
    expect(await runStoreCommand(...words, subfolder)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/ is a folder, not a file\.$/),
    })
  })

  test.for([
    ['catalogue', 'import', products, '--map'],
    ['facts', 'set'],
    ['home', 'set'],
  ])('is refused if it is not JSON: %s [ops.1]', async (words) => {
    const run = (content: string | Buffer) =>
      runStoreCommand(...words, fileOf('content.json', content))

    expect((await run('{"columns":')).err).toMatch(/^The file is not JSON: /)
    expect((await run(Buffer.from([0xff, 0xfe, 0x7b]))).err).toMatch(/ is not UTF-8 text\.$/)
    for (const value of ['null', '7', '"text"']) {
      const { code, err } = await run(value)
      expect(code).toBe(1)
      expect(err).toMatch(/must be an? (JSON )?object/)
    }
  })

  test('may begin with a byte order mark [ops.1]', async () => {
    const page = fileOf('page.json', '\uFEFF{"sliders":[],"grid":[]}')

    expect(await runStoreCommand('home', 'set', page)).toMatchObject({ code: 0, err: '' })
  })
})

test('facts that are missing or of another type are listed [ops.1]', async () => {
  const facts = { name: 7, colours: { accent: 'green' }, contacts: {}, socialLinks: 'none' }

  const { code, err } = await runStoreCommand(
    'facts',
    'set',
    fileOf('facts.json', JSON.stringify(facts)),
  )

  expect(code).toBe(1)
  expect(err.split('\n')).toEqual([
    'The store details were not changed:',
    '- name must be text in quotes.',
    '- tagline is missing.',
    '- colours.accent must be a colour such as #57d9ae.',
    '- contacts.address is missing.',
    '- contacts.email is missing.',
    '- contacts.phone is missing.',
    '- legalEntity is missing.',
    '- grievanceOfficer is missing.',
    '- socialLinks must be an object in braces.',
  ])
})

test('facts with terms, hours or a GSTIN that cannot be are refused [ops.1] [law.1]', async () => {
  const set = (changes: object) =>
    runStoreCommand(
      ...['facts', 'set', fileOf('facts.json', JSON.stringify({ ...demoFacts, ...changes }))],
    )
  const { legalEntity } = demoFacts

  const impossible = await set({
    terms: { openingHour: 21, closingHour: 9, quickMinutes: 90 },
    legalEntity: { ...legalEntity, gstin: '23AAAAA0000A1ZB' },
  })
  const wrong = await set({
    terms: { returnHours: '24', numberPrefix: 'kochi', maxCashRupees: -1 },
  })

  expect(impossible.err.split('\n').slice(1)).toEqual([
    '- legalEntity.gstin is not a GSTIN: its 15 characters do not fit together.',
    '- terms.closingHour must be after terms.openingHour.',
    '- terms.slowMinutes must not be less than terms.quickMinutes.',
  ])
  expect(wrong.err.split('\n').slice(1)).toEqual([
    '- terms.returnHours must be a whole number without quotes.',
    '- terms.maxCashRupees must be at least 0.',
    '- terms.numberPrefix must be 2 to 5 capital letters or digits.',
  ])
})

test('facts are stored without invisible characters, and none is empty or too long [ops.1] [safe.3]', async () => {
  const set = (changes: object) =>
    runStoreCommand(
      ...['facts', 'set', fileOf('facts.json', JSON.stringify({ ...demoFacts, ...changes }))],
    )

  const empty = await set({
    name: ' \u200B',
    contacts: { ...demoFacts.contacts, address: 'x'.repeat(501) },
  })
  const done = await set({ name: 'Peh\u202Eno\u0000' })

  expect(empty).toMatchObject({
    code: 1,
    out: '',
    err: 'The store details were not changed:\n- name is empty.\n- contacts.address is longer than 500 characters.',
  })
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The store is Pehno, run by /),
  })
  const shown = await runStoreCommand('facts', 'show')
  expect(shown.json()).toMatchObject({ ...demoFacts, name: 'Pehno' })
})

test('an unknown field in the mapping of an import is named [ops.1]', async () => {
  const products = fileOf('goods.csv', 'code,name,brand,category,gender,price\n')
  const mapping = fileOf('mapping.json', '{"columns":{"sku":"code"},"defaults":{"stock":5}}')

  const option = await runStoreCommand('catalogue', 'import', products, '--default', 'size=M')
  const file = await runStoreCommand('catalogue', 'import', products, '--map', mapping)

  expect(option).toMatchObject({ code: 1, out: '' })
  expect(option.err).toMatch(
    /^The mapping is not valid: "size" is not a field of a product\. Fields are: code, name, /,
  )
  expect(file.err).toMatch(/"sku" is not a field of a product.+; "stock" must be text\.$/)
})

test('control characters of an imported file are not sent to the terminal [ops.1] [safe.3]', async () => {
  const row = 'HD-1,Kurta,Asha,Kurtas,Women,999,S,"\u001b]0;owned\u0007.jpg"'
  const products = fileOf(
    'photos.csv',
    `code,name,brand,category,gender,price,sizes,photos\n${row}\n`,
  )

  const { code, err } = await runStoreCommand(
    ...['catalogue', 'import', products, '--photos', subfolder],
  )

  expect(code).toBe(1)
  expect(err).toContain('\\u001b]0;owned\\u0007.jpg')
  expect(err).not.toMatch(/[\u001b\u0007]/)
})
