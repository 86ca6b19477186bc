/** A rule of a sheet, or a block of rules under one condition; `wants` is what it asks for. */
type Rule = { text: string; wants: string[][] } | { head: string; rules: Rule[] }

/** Each is some twenty kilobytes. */
const mostKnown = 50

/** Of these a value is a word of ours; a number comes with what is sold, and is another on each page. */
const attribute = / (data-[a-z-]+)="([a-z]*)"/g
const conditional = /^@(media|supports|layer|container)\b/

/**
 * Makes a function that leaves out of a sheet what nothing in a document asks for. A rule stays
 * where one of its selectors finds all its classes there, and its data attributes: those only the
 * program changes, and it brings the whole sheet. Pages of a kind have the same of both. Animations
 * and custom properties stay where a rule that stayed names them.
 */
export function pruneStyles(sheet: string): (html: string) => string {
  const rules = rulesOf(sheet)
  const known = new Map<string, string>()
  return (html) => {
    const names = new Set<string>()
    for (const [, some = ''] of html.matchAll(/ class="([^"]*)"/g)) names.add(some)
    for (const [, name = '', value = ''] of html.matchAll(attribute))
      names.add(`[${name}]`).add(`[${name}=${value}]`)
    const question = [...names].sort().join(' ')
    const answer = known.get(question)
    if (answer !== undefined) return answer

    const there = new Set(question.split(' '))
    const styles = withoutUnused(rules.map((rule) => kept(rule, there)).join(''))
    if (known.size >= mostKnown) known.clear()
    known.set(question, styles)
    return styles
  }
}

function kept(rule: Rule, there: Set<string>): string {
  if ('rules' in rule) {
    const inner = rule.rules.map((one) => kept(one, there)).join('')
    return inner && `${rule.head}{${inner}}`
  }
  const isAskedFor = rule.wants.some((names) => names.every((name) => there.has(name)))
  return isAskedFor ? rule.text : ''
}

const animation = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g
const property = /(--[\w-]+):(?:"[^"]*"|'[^']*'|[^;{}"'])*;?/g
const emptyRule = /[^{}]*\{\}/g

function withoutUnused(styles: string): string {
  let left = styles.replace(animation, (whole, name: string) =>
    styles.split(new RegExp(`\\b${name}\\b`)).length > 2 ? whole : '',
  )
  // One property may be the only one to name another.
  for (let before = ''; before !== left;) {
    before = left
    const named = new Set([...left.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    left = left
      .replace(property, (whole, name: string) => (named.has(name) ? whole : ''))
      .replace(emptyRule, '')
  }
  return left
}

function rulesOf(sheet: string): Rule[] {
  return blocksOf(sheet).map((text) => {
    const open = text.indexOf('{')
    const head = text.slice(0, open)
    if (conditional.test(head)) return { head, rules: rulesOf(text.slice(open + 1, -1)) }
    // Fonts and animations have no selector.
    return { text, wants: head.startsWith('@') ? [[]] : head.split(',').map(wantsOf) }
  })
}

const wantsOf = (selector: string) => [...classesOf(selector), ...attributesOf(selector)]

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([A-Za-z_-][\w-]*)/g)].map(([, name = '']) => name)

/** What stands in brackets may be asked for by its absence: there it counts for nothing. */
const attributesOf = (selector: string) =>
  /[()]/.test(selector)
    ? []
    : [...selector.matchAll(/\[(data-[a-z-]+)(?:=["']?([a-z]+)["']?)?\]/g)].map(
        ([, name, value]) => (value === undefined ? `[${name}]` : `[${name}=${value}]`),
      )

/** What stands side by side in `css`, each with its braces. */
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
