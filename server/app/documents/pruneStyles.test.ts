import { expect, test } from 'vitest'

import { pruneStyles } from './pruneStyles.ts'

test('a document keeps the rules of its classes, and rules without classes', () => {
  const prune = pruneStyles(
    '@font-face{font-family:A}:root{top:0}.card,.tile{color:red}.card .name{top:0}.gone{top:1px}',
  )

  expect(prune('<a class="card wide"><b>Kurta</b></a>')).toBe(
    '@font-face{font-family:A}:root{top:0}.card,.tile{color:red}',
  )
})

test('a conditional group is removed with its last rule', () => {
  const prune = pruneStyles(
    '@media (min-width:900px){.card:focus{top:0}.gone{top:0}}@supports (gap:1px){.gone{top:0}}',
  )

  expect(prune('<a class="card">')).toBe('@media (min-width:900px){.card:focus{top:0}}')
})

test('a rule is kept if all classes of one of its selectors occur', () => {
  const prune = pruneStyles('.card.wide{top:0}.list>.card:not([hidden]){top:1px}')

  expect(prune('<ul class="list"><li class="card">')).toBe('.list>.card:not([hidden]){top:1px}')
})

test('a rule needs the data attributes it names, not those it excludes', () => {
  const wide = '.card[data-wide]{top:0}'
  const go = '.card[data-look=go]{top:1px}'
  const quoted = '.card[data-look="go"]{top:2px}'
  const unless = '.card:not([data-gone],[data-late]){top:3px}'
  const prune = pruneStyles(
    `${wide}${go}${quoted}${unless}.card[data-look=line]{top:4px}.card[data-gone]{top:5px}`,
  )

  expect(prune('<a class="card" data-wide="true" data-look="go">')).toBe(
    wide + go + quoted + unless,
  )
})

test('a rule whose attribute value depends on the data is kept for every page', () => {
  const tint = '.box[data-tint="3"]{top:0}'

  expect(pruneStyles(tint)('<p class="box" data-tint="1">')).toBe(tint)
})

test('attributes that HTML implies do not remove a rule', () => {
  const open = '.group[open]{top:0}.group[aria-busy=true]{top:1px}'

  expect(pruneStyles(open)('<details class="group">')).toBe(open)
})

test('an animation is kept if a kept rule uses it', () => {
  const turn = '@keyframes turn{0%{rotate:0deg}to{rotate:1turn}}'
  const prune = pruneStyles(`${turn}.ring{animation:1s turn}`)

  expect(prune('<p class="ring">')).toBe(`${turn}.ring{animation:1s turn}`)
  expect(prune('<p>')).toBe('')
})

test('a custom property is kept if a kept rule or property uses it', () => {
  const prune = pruneStyles(
    ':root{--body:"A;b", sans;--title:Big, var(--body);--gone:url("a;b{}");--gap:1px;}' +
      '@media (min-width:900px){:root{--gone:2px}}.name{font:var(--title)}.list{gap:var(--gap)}',
  )

  expect(prune('<b class="name">')).toBe(
    ':root{--body:"A;b", sans;--title:Big, var(--body);}.name{font:var(--title)}',
  )
  expect(prune('<ul class="list">')).toBe(':root{--gap:1px;}.list{gap:var(--gap)}')
})

test('a rule for a mouse, a tap or typed text comes with the whole stylesheet', () => {
  const prune = pruneStyles(
    '.a{color:red}.a:hover{color:blue}.a:hover,.a[data-on]{color:green}.a:active{scale:.9}.a:focus-within{color:red}.a::-webkit-search-cancel-button{width:1px}',
  )

  expect(prune('<p class="a">')).toBe('.a{color:red}')
  expect(prune('<p class="a" data-on="">')).toContain('.a[data-on]{color:green}')
})
