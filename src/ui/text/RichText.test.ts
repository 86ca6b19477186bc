import { expect, test } from 'vitest'

import { richNodes } from './RichText.tsx'

test('tags become elements, and entities characters [bag.8]', () => {
  expect(richNodes('<p>Try <strong>two</strong> &amp; keep one</p><ul><li>Free</li></ul>')).toEqual(
    [
      { tag: 'p', children: ['Try ', { tag: 'strong', children: ['two'] }, ' & keep one'] },
      { tag: 'ul', children: [{ tag: 'li', children: ['Free'] }] },
    ],
  )
})

test.each([
  ['<script>alert(1)</script>Fine', ['Fine']],
  ['<img src=x onerror=alert(1)>Fine', ['Fine']],
  ['<a href="javascript:alert(1)">Fine</a>', ['Fine']],
  ['<p onclick="x()" style="color:red">Fine</p>', [{ tag: 'p', children: ['Fine'] }]],
  ['<style>p{}</style><!-- <p> -->Fine', ['Fine']],
  ['<scr<script>ipt>Fine', []],
  ['&lt;script&gt;', ['<script>']],
])('%s keeps only its text and allowed tags [safe.5]', (html, nodes) => {
  expect(richNodes(html)).toEqual(nodes)
})

test('unclosed and unopened tags are harmless [bag.8]', () => {
  expect(richNodes('</p><p><strong>Fine</p> and well')).toEqual([
    { tag: 'p', children: [{ tag: 'strong', children: ['Fine'] }] },
    ' and well',
  ])
})
