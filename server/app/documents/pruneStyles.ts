import { LRUCache } from 'lru-cache'

/** A rule or a conditional group of rules. `selectors` has the classes and attributes of each of its selectors. */
type Rule = { text: string; selectors: string[][] } | { head: string; rules: Rule[] }

/** Attributes that the inline script may set on the document before the first paint. */
const pageStates = ['[data-theme]', '[data-theme=dark]']

/** Bounds the memory: a cached sheet takes about 20 kB. */
const maxCached = 50

/** Matches values of letters only: numbers depend on the products and would give each page its own cache key. */
const dataAttribute = / (data-[a-z-]+)="([a-z]*)"/g
const conditionalRule = /^@(media|supports|layer|container)\b/

/**
 * Creates a function that removes the unused rules of a stylesheet for a document. A rule stays if all
 * classes and data attributes of one of its selectors occur in the document; only the client-side program
 * changes those, and it loads the whole stylesheet. Pages of the same kind share a result. Animations and
 * custom properties stay if a remaining rule uses them.
 */
export function pruneStyles(sheet: string): (html: string) => string {
  const rules = rulesOf(sheet)
  const cache = new LRUCache<string, string>({ max: maxCached })
  return (html) => {
    const names = new Set(pageStates)
    for (const [, className = ''] of html.matchAll(/ class="([^"]*)"/g)) names.add(className)
    for (const [, name = '', value = ''] of html.matchAll(dataAttribute))
      names.add(`[${name}]`).add(`[${name}=${value}]`)
    const key = [...names].sort().join(' ')
    const cached = cache.get(key)
    if (cached !== undefined) return cached

    const usedNames = new Set(key.split(' '))
    const styles = removeUnusedDeclarations(rules.map((rule) => keepUsed(rule, usedNames)).join(''))
    cache.set(key, styles)
    return styles
  }
}

function keepUsed(rule: Rule, usedNames: Set<string>): string {
  if ('rules' in rule) {
    const inner = rule.rules.map((innerRule) => keepUsed(innerRule, usedNames)).join('')
    return inner && `${rule.head}{${inner}}`
  }
  const isUsed = rule.selectors.some((names) => names.every((name) => usedNames.has(name)))
  return isUsed ? rule.text : ''
}

const keyframesRule = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g
const customProperty = /(--[\w-]+):(?:"[^"]*"|'[^']*'|[^;{}"'])*;?/g
const emptyRule = /[^{}]*\{\}/g

function removeUnusedDeclarations(styles: string): string {
  let remaining = styles.replace(keyframesRule, (whole, name: string) =>
    styles.split(new RegExp(`\\b${name}\\b`)).length > 2 ? whole : '',
  )
  // Removing a custom property can leave another one unused, so this repeats until nothing changes.
  for (let before = ''; before !== remaining;) {
    before = remaining
    const referenced = new Set([...remaining.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    remaining = remaining
      .replace(customProperty, (whole, name: string) => (referenced.has(name) ? whole : ''))
      .replace(emptyRule, '')
  }
  return remaining
}

function rulesOf(sheet: string): Rule[] {
  return blocksOf(sheet).map((text) => {
    const open = text.indexOf('{')
    const head = text.slice(0, open)
    if (conditionalRule.test(head)) return { head, rules: rulesOf(text.slice(open + 1, -1)) }
    // `@font-face` and `@keyframes` have no selector and always stay.
    return { text, selectors: head.startsWith('@') ? [[]] : usedAtFirst(head).map(namesOf) }
  })
}

/** What a mouse, a tap or typed text shows comes with the whole stylesheet, a moment later. */
const shownLater = /:hover|:active|:focus-within|::-webkit-search-cancel-button/

const usedAtFirst = (head: string) =>
  head.split(',').filter((selector) => !shownLater.test(selector))

const namesOf = (selector: string) => [...classesOf(selector), ...attributesOf(selector)]

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([A-Za-z_-][\w-]*)/g)].map(([, name = '']) => name)

/** None for a selector with parentheses, because `:not([data-x])` requires the absence of an attribute. */
const attributesOf = (selector: string) =>
  /[()]/.test(selector)
    ? []
    : [...selector.matchAll(/\[(data-[a-z-]+)(?:=["']?([a-z]+)["']?)?\]/g)].map(
        ([, name, value]) => (value === undefined ? `[${name}]` : `[${name}=${value}]`),
      )

/** The top-level blocks of `css`, each with its braces. */
function blocksOf(css: string): string[] {
  const blocks: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth > 0) continue
    blocks.push(css.slice(start, index + 1).trim())
    start = index + 1
  }
  return blocks
}
