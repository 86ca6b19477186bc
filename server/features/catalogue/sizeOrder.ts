const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL']

/** Letters from small to large, then numbers (also UK 7 or 28), then words. */
function rankOf(size: string): number {
  const letter = letters.indexOf(size.toUpperCase())
  if (letter >= 0) return letter
  const digits = /\d+(\.\d+)?/.exec(size)
  return digits ? 100 + Number(digits[0]) : 10_000
}

export function inSizeOrder(sizes: string[]): string[] {
  return [...sizes].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}
