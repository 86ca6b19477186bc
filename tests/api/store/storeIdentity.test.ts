import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect } from 'vitest'

import { PersistedStoreFacts } from '#contract/store/storeFacts.ts'
import { createFetcher } from '#server/app/api/createApp.ts'
import { renderDocument } from '#server/app/documents/renderDocument.ts'
import { manifestRoute } from '#server/app/files/fileRoutes.ts'
import { renderShell } from '#server/app/documents/pageRoutes.ts'
import { saveStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { noNotice } from '#server/app/documents/builtPage.ts'
import { test } from '#tests/support/api/apiTest.ts'

const { facebook } = demoFacts.socialLinks
const facts: PersistedStoreFacts = {
  ...demoFacts,
  name: 'Vastra',
  tagline: 'Worn within the hour',
  colours: { accent: '#7a5cff' },
  socialLinks: { facebook },
}

const built = {
  commonHead: [],
  notice: noNotice,
  inlineIcons: (html: string) => ({ html, icons: '' }),
  loader: '0',
  partsOf: () => ({
    styles: ':root{--mint:#57d9ae}',
    stylesOf: (html: string) => html,
    styleFiles: ['/assets/a.css'],
    scriptFiles: ['/assets/a.js'],
  }),
}

const textOf = ({ parts }: { parts: string[] }) => parts.join('')

test('a merchant’s name and colour are in every document and allowed by its content security policy [law.1] [safe.5]', async ({
  db,
  api,
}) => {
  await saveStoreFacts(db, facts)

  const ours = renderDocument(
    await renderShell(createFetcher(api)),
    built,
    'https://vastra.example',
  )
  await saveStoreFacts(db, { ...facts, colours: undefined })
  const plain = renderDocument(
    await renderShell(createFetcher(api)),
    built,
    'https://vastra.example',
  )

  expect(textOf(ours)).toContain('<title>Vastra</title>')
  expect(textOf(ours)).toContain('<meta name="theme-color" content="#7a5cff">')
  expect(textOf(ours)).toContain('<meta property="og:site_name" content="Vastra">')
  expect(textOf(ours)).toContain('html:root{--mint:#7a5cff;')
  expect(textOf(plain)).not.toContain('html:root{')
  expect(ours.styleHash).not.toBe(plain.styleHash)
})

test('the installed app has the merchant’s name and colour [law.1]', async ({ db, api }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pehno-manifest-'))
  const manifest = { id: '/', name: 'Pehno', short_name: 'Pehno', theme_color: '#57d9ae' }
  await writeFile(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest))
  await saveStoreFacts(db, facts)

  const response = await manifestRoute(folder, createFetcher(api)).request('/manifest.webmanifest')
  await rm(folder, { recursive: true })

  expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/)
  expect(await response.json()).toEqual({
    id: '/',
    name: 'Vastra: Worn within the hour',
    short_name: 'Vastra',
    theme_color: '#7a5cff',
  })
})

test('the facts file may omit optional fields only [law.1]', () => {
  const { legalEntity: _, ...nobody } = facts

  expect(v.is(PersistedStoreFacts, facts)).toBe(true)
  expect(v.is(PersistedStoreFacts, { ...facts, socialLinks: {} })).toBe(true)
  expect(v.is(PersistedStoreFacts, nobody)).toBe(false)
  expect(v.is(PersistedStoreFacts, { ...facts, colours: { accent: 'purple;}' } })).toBe(false)
})
