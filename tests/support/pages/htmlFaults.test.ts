import { expect, test } from 'vitest'

import { htmlFaults } from './htmlFaults.ts'

const document = (body: string) =>
  `<!doctype html><html lang="en-IN"><head><title>Pehno</title></head><body>${body}</body></html>`

test('HTML rendered by React is valid [seo.1]', async () => {
  const html = document('<h1 id="_R_1_">Bag</h1><img src="/a.svg" alt="" srcSet="/b.svg 2x"/>')

  expect(await htmlFaults(html)).toEqual([])
})

test.each([
  ['a block in a paragraph', '<p><div>Kurta</div></p>', 'no-implicit-close'],
  ['a duplicate id', '<p id="a">1</p><p id="a">2</p>', 'no-dup-id'],
  ['an image without alt text', '<img src="/a.svg">', 'wcag/h37'],
  ['a label without a field', '<label for="nowhere">Name</label>', 'no-missing-references'],
  ['a button in a link', '<a href="/cart"><button type="button">Bag</button></a>', 'element-perm'],
])('%s is a fault [seo.1] [a11y.1]', async (_, body, rule) => {
  expect((await htmlFaults(document(body))).join()).toContain(rule)
})
