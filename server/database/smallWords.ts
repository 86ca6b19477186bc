/** Words that say nothing about a product, unless they are all there is, or not yet typed out. */
export const smallWords = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])
