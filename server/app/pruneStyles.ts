/** A rule of a sheet, or a block of rules under one condition; `wants` is what it asks for. */
type Rule = { text: string; wants: string[][] } | { head: string; rules: Rule[] }

/** Each is some twenty kilobytes. */
const mostKnown = 50

const conditional = /^@(media|supports|layer|container)\b/

/**
 * Makes a function that leaves out of a sheet what nothing in a document asks for. A rule stays
 * where one of its selectors finds all its classes there. Pages of a kind have the same classes.
 */
export function pruneStyles(sheet: string): (html: string) => string {
  const rules = rulesOf(sheet)
  const known = new Map<string, string>()
  return (html) => {
    const names = new Set<string>()
    for (const [, some = ''] of html.matchAll(/ class="([^"]*)"/g)) names.add(some)
    const question = [...names].sort().join(' ')
    const answer = known.get(question)
    if (answer !== undefined) return answer

    const classes = new Set(question.split(' '))
    const styles = rules.map((rule) => kept(rule, classes)).join('')
    if (known.size >= mostKnown) known.clear()
    known.set(question, styles)
    return styles
  }
}

function kept(rule: Rule, classes: Set<string>): string {
  if ('rules' in rule) {
    const inner = rule.rules.map((one) => kept(one, classes)).join('')
    return inner && `${rule.head}{${inner}}`
  }
  const isAskedFor = rule.wants.some((names) => names.every((name) => classes.has(name)))
  return isAskedFor ? rule.text : ''
}

function rulesOf(sheet: string): Rule[] {
  return blocksOf(sheet).map((text) => {
    const open = text.indexOf('{')
    const head = text.slice(0, open)
    if (conditional.test(head)) return { head, rules: rulesOf(text.slice(open + 1, -1)) }
    // Fonts and animations have no selector: they stay.
    return { text, wants: head.startsWith('@') ? [[]] : head.split(',').map(classesOf) }
  })
}

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([A-Za-z_-][\w-]*)/g)].map(([, name = '']) => name)

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
