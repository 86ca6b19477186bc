import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { commandStore } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

commandStore()

const folder = mkdtempSync(join(tmpdir(), 'pehno-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const importFile = (text: string | Buffer, ...options: string[]) => {
  const file = join(folder, 'products.csv')
  writeFileSync(file, text)
  return runStoreCommand('catalogue', 'import', file, ...options)
}

describe('store catalogue import', () => {
  const names = 'code,name,brand,category,gender,price,sizes'
  const row = 'HD-1,Indigo kurta,Asha,Kurtas,Women,799,S'

  test.for([
    ['an empty file', '', 'The file is empty.'],
    [
      'a file without column names',
      `${row}\n`,
      'The file has no column "code". Its first line is: HD-1',
    ],
    [
      'column names in capitals',
      `${names.toUpperCase()}\n${row}\n`,
      'The file has no column "code".',
    ],
    [
      'a duplicate column name',
      `${names},code\n${row},X\n`,
      'The file has the column "code" twice.',
    ],
    ['a photo', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 10]), 'The file has no column "code".'],
  ] as const)('says what is wrong with a file, once: %s [ops.1]', async ([, text, reason]) => {
    const { code, err } = await importFile(text)

    expect(code).toBe(1)
    expect(err).toMatch(reason)
    expect(err.split('\n')).toHaveLength(1)
  })

  test('fails if every row is refused, or one in a strict import [ops.1]', async () => {
    const rows = [row.replace('HD-1', 'HD-7'), row.replace('HD-1', 'HD-8').replace('799', '0')]

    const none = await importFile([names, rows[1]].join('\n'))
    const strict = await importFile([names, ...rows].join('\n'), '--strict')
    const some = await importFile([names, ...rows].join('\n'))

    expect(none).toMatchObject({ code: 1, out: expect.stringContaining('0 added') })
    expect(none.err).toMatch(/^line 2: .+\nNo row was imported\.$/)
    expect(strict.code).toBe(1)
    expect(strict.err).toMatch(/^line 3: .+\nNothing was imported: 1 row was rejected\.$/)
    expect(some).toMatchObject({ code: 0, out: expect.stringContaining('1 added') })
  })

  test('reads columns with other names, or none if they have a default [ops.1]', async () => {
    const text = `${names}\n${row}\n`.replace('code', 'SKU').replace('gender', 'for')

    const options = ['--column', 'code=SKU', '--default', 'gender=Women']
    const { code, out } = await importFile(text, ...options)

    expect([code, out]).toEqual([0, expect.stringContaining('1 added')])
  })
})

describe('store catalogue import reads', () => {
  const lines = (codes: string[]) => [
    'code,name,brand,category,gender,price,sizes',
    ...codes.map((code) => `${code},"Kurta, blue",Asha,Kurtas,Women,799,S|M`),
  ]
  /** Three products, separated by another sign. */
  const separated = (sign: string, prefix: string) =>
    lines(['1', '2', '3'].map((nth) => prefix + nth))
      .join('\n')
      .replaceAll('Kurta, blue', 'Kurta blue')
      .replaceAll(',', sign)

  test.for([
    ['a CRLF header and LF rows', lines(['F1-1', 'F1-2', 'F1-3']).join('\n').replace('\n', '\r\n')],
    [
      'an LF header and CRLF rows',
      lines(['F2-1', 'F2-2', 'F2-3']).join('\r\n').replace('\r\n', '\n'),
    ],
    ['line ends of an old Mac', lines(['F3-1', 'F3-2', 'F3-3']).join('\r')],
    ['semicolons', separated(';', 'F4-')],
    ['tabs', separated('\t', 'F5-')],
    ['the line of Excel in front', `sep=;\r\n${separated(';', 'F6-')}`],
    ['the line of Excel for tabs', `sep=\t\n${separated('\t', 'F7-')}`],
    ['a byte order mark', `\ufeff"sep=,"\n${lines(['F8-1', 'F8-2', 'F8-3']).join('\n')}`],
  ])('a file with %s [ops.1]', async ([, text = '']) => {
    const { code, out } = await importFile(text)

    expect([code, out]).toEqual([0, expect.stringContaining('3 added, 0 changed')])
  })

  test.for([
    ['little-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['unmarked', (text: string) => Buffer.from(text, 'utf16le')],
  ] as const)('no UTF-16, and says so: %s [ops.1]', async ([, encode]) => {
    const { code, err } = await importFile(encode(lines(['F9-1']).join('\r\n')))

    expect(code).toBe(1)
    expect(err).toBe(
      'The file is UTF-16 text. Save it as "CSV UTF-8" in Excel, or convert it to UTF-8.',
    )
  })

  test('with --preview and prints each change, writing nothing [ops.1]', async () => {
    const [header = '', first = '', second = ''] = lines(['PV-1', 'PV-2'])
    await importFile([header, first].join('\n'))
    const file = [header, first.replace('799', '699'), second, second].join('\n')

    const preview = await importFile(file, '--preview')
    const again = await importFile(file, '--preview')
    const real = await importFile(file)

    expect(preview.out).toBe(
      [
        'changed  PV-1  Asha Kurta, blue',
        '  price: 799 → 699',
        'added  PV-2  Asha Kurta, blue',
        '3 rows read: 1 added, 1 changed, 0 unchanged, 1 rejected.',
        'Changed fields: price 1.',
        '2 of them are drafts, because a declaration is missing.',
        'This is a preview: nothing was written.',
      ].join('\n'),
    )
    expect(again.out).toBe(preview.out)
    expect(preview.out).toContain(real.out)
    expect(preview.err).toBe('line 4: code "PV-2" is already used in line 3')
  })
})
