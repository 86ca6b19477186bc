import { normalize } from './words.ts'

/** A word of a search, and which parts of the typed text it came from. */
export type SearchWord = { text: string; tokenIndexes: number[] }

/** A part of a search that is a filter: a price range or a size. */
type ParsedPart<Value> = { value: Value; tokenIndexes: number[] }

export type PriceRange = { min?: number; max?: number }

type ParsedSearch = {
  /** The text split at spaces, as it was typed. */
  tokens: string[]
  /** The words that are neither prices nor sizes, in order. */
  words: SearchWord[]
  /** Limits in rupees. */
  price?: ParsedPart<PriceRange>
  /** The smallest discount in percent. */
  discount?: ParsedPart<number>
  /** Set if only new arrivals are wanted. */
  newArrivals?: ParsedPart<true>
  /** Sizes as typed, in upper case: 'XXL', '40', 'UK 8'. */
  sizes: ParsedPart<string>[]
}

const maxWords = 12

const rupees = '(?:₹|rs\\.?|inr|rupees?)?\\s*'
const thousands = '(?:k|\\s*(?:thousand|hazaa?r))?'
const amount = `${rupees}(\\d[\\d,]{0,8})(?:\\.\\d{1,2})?(${thousands})(?![\\p{L}\\d,])(?:\\s*(?:rs|inr|rupees?)(?![\\p{L}\\d])\\.?|/-)?`
const range = new RegExp(
  `(?<![\\p{L}\\d])(?:between|from|range)?\\s*${amount}\\s*(?:-|–|to|and|se)\\s*${amount}`,
  'gu',
)
const atMost = new RegExp(
  `(?<![\\p{L}\\d])(?:under|below|within|up ?to|max(?:imum)?|budget|(?:less|lower|cheaper) than)\\s*${amount}`,
  'gu',
)
const atLeast = new RegExp(
  `(?<![\\p{L}\\d])(?:above|over|min(?:imum)?|starting|(?:more|higher|costlier) than)\\s*${amount}`,
  'gu',
)
/** kurta <1500, also directly behind a word. */
const atMostBySign = new RegExp(`(?:<=?|≤)\\s*${amount}`, 'gu')
const atLeastBySign = new RegExp(`(?:>=?|≥)\\s*${amount}`, 'gu')
/** An amount alone is what a shopper has: kurta rs 1500. */
const budget = /(?<![\p{L}\d])(?:₹|rs\.?|inr)\s*(\d[\d,]{0,8})(k?)(?![\p{L}\d,])(?:\/-)?/gu
/**
 * Hindi puts the limit first: 1000 se kam, 1000 ke niche, 1000 tak. The Devanagari words have no nukta, anusvara
 * and virama, because `normalize` removes them.
 */
const atMostInHindi = new RegExp(
  `(?<![\\p{L}\\d])${amount}\\s*(?:tak|se kam|ke (?:niche|neeche|andar)|तक|से कम|के नीचे|के अदर)(?![\\p{L}\\d])`,
  'gu',
)
const atLeastInHindi = new RegExp(
  `(?<![\\p{L}\\d])${amount}\\s*(?:se (?:zyada|upar|jyada)|ke upar|से जयादा|के ऊपर)(?![\\p{L}\\d])`,
  'gu',
)

/** 50% off; a sale or a discount without a number means any discount. */
const percentOff = /(?<![\p{L}\d])(\d{1,2})\s*(?:%|percent)(?:\s*(?:off|discount))?(?![\p{L}\d])/gu
const anyDiscount = /(?<![\p{L}\d])(?:sale|discounts?|discounted|offers?|deals?)(?![\p{L}\d])/gu

/** "New" beside other words is no filter: few products have the word, and most shoppers don't mean it as one. */
const newArrivals = /(?<![\p{L}\d])new\s+arrivals?(?![\p{L}\d])/gu
const onlyNew =
  /^\s*(?:(?:new|latest)(?:\s+(?:collections?|items?|styles?|in))?|arrivals?|just\s+in)\s*$/gu

const letterSize = '(?:x{1,3}[sl]|[2-5]xl|free)'
/** Plus sizes begin where most brands end. */
const plusSize = /(?<![\p{L}\d])plus[\s-]*sizes?(?![\p{L}\d])/gu
const firstPlusSize = 'XXL'
const sizePatterns = [
  new RegExp(
    `(?<![\\p{L}\\d])(?:size|waist)\\s*:?\\s*(uk\\s*\\d{1,2}|\\d{1,2}|[sml]|${letterSize})(?![\\p{L}\\d])`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}\\d])(uk\\s*\\d{1,2}|\\d{1,2}|[sml]|${letterSize})\\s*(?:size|waist)(?![\\p{L}\\d])`,
    'gu',
  ),
  /(?<![\p{L}\d])(uk\s*\d{1,2}|x{1,3}[sl]|[2-5]xl)(?![\p{L}\d])/gu,
]

/** Separates a search into price limits, sizes and words. */
export function parseSearch(search: string): ParsedSearch {
  const tokens = search.split(/\s+/u).filter(Boolean)
  const text = createText(tokens)
  const prices: { range: PriceRange; tokenIndexes: number[] }[] = []
  const toAmount = (digits = '', thousands = '') =>
    Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1)

  const newTokenIndexes = [newArrivals, onlyNew].flatMap((pattern) =>
    text.extract(pattern).flatMap(([, tokenIndexes]) => tokenIndexes),
  )
  const discounts = [percentOff, anyDiscount].flatMap((pattern) =>
    text
      .extract(pattern)
      .map(([, at, percent = '1']) => ({ value: Number(percent), tokenIndexes: at })),
  )
  for (const [, tokenIndexes, from, fromK, to, toK] of text.extract(range, isPriceRange)) {
    const [a, b] = [toAmount(from, fromK || (toK ?? '')), toAmount(to, toK)]
    prices.push({ range: { min: Math.min(a, b), max: Math.max(a, b) }, tokenIndexes })
  }
  for (const pattern of [atMost, atMostInHindi, atMostBySign])
    for (const [, tokenIndexes, digits, k] of text.extract(pattern))
      prices.push({ range: { max: toAmount(digits, k) }, tokenIndexes })
  for (const pattern of [atLeast, atLeastInHindi, atLeastBySign])
    for (const [, tokenIndexes, digits, k] of text.extract(pattern))
      prices.push({ range: { min: toAmount(digits, k) }, tokenIndexes })
  for (const [, tokenIndexes, digits, k] of text.extract(budget))
    prices.push({ range: { max: toAmount(digits, k) }, tokenIndexes })

  const sizes = [plusSize, ...sizePatterns].flatMap((pattern) =>
    [...text.extract(pattern)].map(([, tokenIndexes, size = firstPlusSize]) => ({
      value: size.toUpperCase().replace(/^UK\s*/, 'UK '),
      tokenIndexes,
    })),
  )
  const price = mergePrices(prices)
  const discount = mergeDiscounts(discounts)
  return {
    tokens,
    words: text.words().slice(0, maxWords),
    sizes,
    ...(price && { price }),
    ...(discount && { discount }),
    ...(newTokenIndexes.length > 0 && {
      newArrivals: { value: true, tokenIndexes: newTokenIndexes },
    }),
  }
}

/** The highest of several. */
function mergeDiscounts(discounts: ParsedPart<number>[]): ParsedPart<number> | undefined {
  if (discounts.length === 0) return undefined
  return {
    value: Math.max(...discounts.map(({ value }) => value)),
    tokenIndexes: discounts.flatMap(({ tokenIndexes }) => tokenIndexes),
  }
}

/** Two small numbers such as 2-3 are no prices, unless a currency or a word says so. */
const isPriceRange = ([whole, from = '', , to = '']: string[]) =>
  /between|from|range|₹|rs|inr|rupee/.test(whole ?? '') ||
  (from.length >= 3 && to.length >= 3) ||
  /\d(?:k|\s*(?:thousand|haz))/.test(whole ?? '')

/** The narrowest range: of two upper limits the lower one counts. */
function mergePrices(prices: { range: PriceRange; tokenIndexes: number[] }[]) {
  if (prices.length === 0) return undefined
  const mins = prices.flatMap(({ range: { min } }) => min ?? [])
  const maxes = prices.flatMap(({ range: { max } }) => max ?? [])
  return {
    value: {
      ...(mins.length > 0 && { min: Math.max(...mins) }),
      ...(maxes.length > 0 && { max: Math.min(...maxes) }),
    },
    tokenIndexes: prices.flatMap((price) => price.tokenIndexes),
  }
}

type Extracted = [whole: string, tokenIndexes: number[], ...groups: (string | undefined)[]]

/** The normalized text, from which patterns are extracted one after the other. */
function createText(tokens: string[]) {
  let text = ''
  const tokenIndexAt: number[] = []
  tokens.forEach((token, index) => {
    for (const unit of `${normalize(token)} `) {
      text += unit
      for (let at = 0; at < unit.length; at++) tokenIndexAt.push(index)
    }
  })

  function tokenIndexesOf(from: number, to: number): number[] {
    const used = new Set<number>()
    for (let at = from; at < to; at++) if (text[at] !== ' ') used.add(tokenIndexAt[at] as number)
    return [...used]
  }

  return {
    /** Finds a pattern and blanks its matches, so that they are found only once. */
    extract(pattern: RegExp, isMatch: (match: string[]) => boolean = () => true): Extracted[] {
      const matches = [...text.matchAll(pattern)].filter((match) => isMatch([...match]))
      const extracted = matches.map((match): Extracted => {
        const [whole, ...groups] = match
        return [whole, tokenIndexesOf(match.index, match.index + whole.length), ...groups]
      })
      for (const { index, 0: whole } of matches)
        text = text.slice(0, index) + ' '.repeat(whole.length) + text.slice(index + whole.length)
      return extracted
    },

    /** The words of what is left. */
    words(): SearchWord[] {
      const searchWords = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match): SearchWord => ({
        text: match[0],
        tokenIndexes: tokenIndexesOf(match.index, match.index + match[0].length),
      }))
      return joinTShirts(searchWords)
    },
  }
}

/** A shopper who is still typing may have written only the beginning of the second word. */
const isShirtBeginning = (word: string) =>
  word.length > 0 && ['shirt', 'shirts'].some((whole) => whole.startsWith(word))

function joinTShirts(words: SearchWord[]): SearchWord[] {
  const joined: SearchWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if ((before?.text === 't' || before?.text === 'tee') && isShirtBeginning(word.text)) {
      joined[joined.length - 1] = {
        text: `t${word.text}`,
        tokenIndexes: [...new Set([...before.tokenIndexes, ...word.tokenIndexes])],
      }
    } else joined.push(word)
  }
  return joined
}
