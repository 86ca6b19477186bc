/** Words of the search for products. */
export const texts = {
  search: 'Find a product',
  searchHint: 'Name or product code',
  clearSearch: 'Clear the search',
  finding: 'Looking for products…',
  nothingFound: (words: string) => `Nothing found for “${words}”.`,
  couldNotFind: 'We couldn’t look for products.',
  add: (name: string, size: string, stock: number) => `Add ${name}, ${size} · ${stock} in stock`,
  soldOutSize: (name: string, size: string) => `${name}, ${size} · 0, sold out`,
  sizeAndStock: (size: string, stock: number) => `${size} · ${stock}`,
  code: (code: string) => `Code ${code}`,
}
