import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

import type { StoreFacts } from '#contract/storeFacts.ts'

/** The built page's manifest, with the name and the colour that the store has given itself. */
export function manifestRoute(folder: string, ask: (path: string) => Promise<unknown>) {
  const built = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as object

  return new Hono().get('/manifest.webmanifest', async (c) => {
    const answer = (await ask('store').catch(() => undefined)) as { result: StoreFacts } | undefined
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'application/manifest+json; charset=UTF-8')
    return c.body(JSON.stringify({ ...built, ...(answer && ownWords(answer.result)) }))
  })
}

const ownWords = ({ name, tagline, colours }: StoreFacts) => ({
  name: `${name}: ${tagline}`,
  short_name: name,
  ...(colours && { theme_color: colours.accent }),
})
