/** Gives the device a file to keep, made of what is JSON. */
export function saveFile(name: string, content: unknown): void {
  const text = JSON.stringify(content, null, 2)
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  URL.revokeObjectURL(href)
}
