type Attributes = Record<string, string | undefined>

/** An element as text: without `text` one that has no end, such as `meta`. */
export function tag(name: string, attributes: Attributes, text?: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const words = given.map(([key, value]) => (value ? `${key}="${escaped(value)}"` : key))
  const start = `<${[name, ...words].join(' ')}>`
  return text === undefined ? start : `${start}${escaped(text)}</${name}>`
}

/** Text for HTML or XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
