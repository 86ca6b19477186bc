import { createElement, type ReactElement } from 'react'

import styles from './RichText.module.css'

/** Elements that text from the back office may contain. */
const allowed = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'br'] as const
type RichTag = (typeof allowed)[number]
type RichNode = string | { tag: RichTag; children: RichNode[] }

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: '\u00a0',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
}

/** Elements whose content is not text. */
const hiddenElements = /<(script|style|template|iframe|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const comments = /<!--[\s\S]*?(?:-->|$)/g

/**
 * Parses HTML into a tree of the allowed elements, without attributes; of any other element only
 * the text stays. No HTML is given to the browser.
 */
export function richNodes(html: string): RichNode[] {
  const root: RichNode[] = []
  const open: { tag: RichTag; children: RichNode[] }[] = []
  const here = () => open.at(-1)?.children ?? root

  for (const [token, tag] of tokens(html)) {
    if (tag === undefined) here().push(plainText(token))
    else if (tag === 'br') here().push({ tag, children: [] })
    else if (token.startsWith('</')) closeUpTo(open, tag)
    else {
      const node = { tag, children: [] }
      here().push(node)
      open.push(node)
    }
  }
  return root
}

/** Tokens: text, and tags of allowed elements. */
function tokens(html: string): [piece: string, tag?: RichTag][] {
  const seen = html.replace(comments, '').replace(hiddenElements, '')
  const parts = seen.split(/(<\/?[a-zA-Z][^>]*>)/).filter((part) => part !== '')
  return parts.flatMap((part): [string, RichTag?][] => {
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(part)?.[1]?.toLowerCase()
    if (name === undefined) return [[part]]
    const tag = allowed.find((allowedTag) => allowedTag === name)
    return tag ? [[part, tag]] : []
  })
}

function closeUpTo(open: { tag: RichTag }[], tag: RichTag): void {
  const at = open.findLastIndex((node) => node.tag === tag)
  if (at >= 0) open.length = at
}

const plainText = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Renders HTML from the back office, sanitised once more. */
export function RichText({ html }: { html: string }) {
  // Other HTML gets new elements, because its texts stand beside elements (eslint.translation.js).
  const props = { key: html, className: styles.text }
  return createElement('div', props, ...richNodes(html).map(elementOf))
}

function elementOf(node: RichNode, index: number): string | ReactElement {
  if (typeof node === 'string') return node
  return createElement(node.tag, { key: index }, ...node.children.map(elementOf))
}
