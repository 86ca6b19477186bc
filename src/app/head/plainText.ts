const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text of a description, which may be HTML, on one line. */
export const plainText = (html: string): string =>
  html
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
