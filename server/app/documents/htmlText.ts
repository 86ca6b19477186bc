type Attributes = Record<string, string | undefined>

/** An HTML or XML element. Without `text` it has no end tag, like `meta` and `link`. */
export function tag(name: string, attributes: Attributes, text?: string): string {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const parts = present.map(([key, value]) => (value ? `${key}="${escapeMarkup(value)}"` : key))
  const start = `<${[name, ...parts].join(' ')}>`
  return text === undefined ? start : `${start}${escapeMarkup(text)}</${name}>`
}

/** Escapes text for content and double-quoted attributes of HTML and XML. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
