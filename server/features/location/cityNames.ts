import { transliterate } from '#server/commerce/transliterate.ts'

/** A city, and how many PIN codes it has, which says how well it is known. */
export type City = { name: string; pincodes: number }

/** Letters of the Indian scripts that `transliterate` reads. */
const indicLetter = /[\u0900-\u0d7f]/

/** Hindi and Marathi names that are not the Latin ones in other letters, or too close to those of other towns. */
const otherNames: Record<string, string> = {
  दिल्ली: 'Delhi',
  'नई दिल्ली': 'New Delhi',
  'नयी दिल्ली': 'New Delhi',
  'नवी दिल्ली': 'New Delhi',
  बंबई: 'Mumbai',
  कलकत्ता: 'Kolkata',
  मद्रास: 'Chennai',
  हावड़ा: 'Howrah',
  लखनऊ: 'Lucknow',
  कटक: 'Cuttack',
  पणजी: 'Panaji',
  बेळगाव: 'Belagavi',
  कोयंबटूर: 'Coimbatore',
  कोयंबतूर: 'Coimbatore',
  कल्याण: 'Kalyan',
  कोल्हापुर: 'Kolhapur',
  कोल्हापूर: 'Kolhapur',
  सोलापुर: 'Solapur',
  सोलापूर: 'Solapur',
  अहमदनगर: 'Ahmednagar',
  अहिल्यानगर: 'Ahilyanagar',
  'छत्रपति संभाजीनगर': 'Chhatrapati Sambhajinagar',
  'छत्रपती संभाजीनगर': 'Chhatrapati Sambhajinagar',
  'संभाजी नगर': 'Chhatrapati Sambhajinagar',
  हावडा: 'Howrah',
}

const maxWords = 3
/** The share of letters in which two spellings of a city may differ. */
const maxDistance = 0.6

/**
 * Finds cities by their names in Hindi, Marathi and other Indian languages. Spellings differ in vowels most
 * (लखनऊ is Lucknow), so names are compared by their consonants first.
 */
export function createCityNames(cities: City[]) {
  const bySkeleton = new Map<string, City[]>()
  for (const city of cities) {
    const skeleton = skeletonOf(city.name)
    bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), city])
  }

  function cityNamed(words: string[]): string | undefined {
    const name = words.join(' ')
    const other = otherNames[name.normalize('NFC')]
    if (other) return other
    // A dotted letter is pronounced as r, but often written as d in Latin letters: Vijayawada.
    const spellings = new Set([
      latinCityOf(name),
      latinCityOf(name.normalize('NFC').replace(/\u093c/g, '')),
    ])
    let best: { name: string; score: number } | undefined
    for (const spelling of spellings) {
      for (const { name: cityName, pincodes } of bySkeleton.get(skeletonOf(spelling)) ?? []) {
        if (cityName.split(' ').length !== words.length) continue
        const distance = editDistance(spelling, cityName.toLowerCase())
        const score = distance - Math.log2(pincodes)
        if (distance > maxDistance * spelling.length || (best && best.score <= score)) continue
        best = { name: cityName, score }
      }
    }
    return best?.name
  }

  /** The text with the names of cities as they are in Latin letters, and other words transliterated. */
  return function toLatin(text: string): string {
    if (!indicLetter.test(text)) return text
    const words = text.split(/\s+/)
    const latin: string[] = []
    for (let at = 0; at < words.length;) {
      const named = longestCity(words.slice(at, at + maxWords))
      latin.push(named?.name ?? transliterate(words[at] ?? ''))
      at += named?.length ?? 1
    }
    return latin.join(' ')
  }

  function longestCity(words: string[]) {
    for (let length = words.length; length > 0; length--) {
      const part = words.slice(0, length)
      const name = part.every((word) => indicLetter.test(word)) ? cityNamed(part) : undefined
      if (name) return { name, length }
    }
    return undefined
  }
}

/** Villages and towns in -गाव and -गाँव are written -gaon. */
const latinCityOf = (name: string) => transliterate(name).replace(/gan?v\b/g, 'gaon')

const sounds: [RegExp, string][] = [
  [/[^a-z]/g, ''],
  [/chh?/g, 'C'],
  [/ck|[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 'j'],
  [/ph|f/g, 'p'],
  [/m(?=[pb])/g, 'n'],
  [/^[aeiouy]+/, 'A'],
  [/w/g, 'v'],
  [/(?<!^)[aeiouyhv]/g, ''],
  [/(.)\1+/g, '$1'],
]

/** The consonants of a name, those that sound alike as one. */
const skeletonOf = (name: string): string =>
  sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), name.toLowerCase())

/** How many letters have to be inserted, removed or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (let column = 0; column < to.length; column++) {
      const replaced = (row[column] ?? 0) + Number(letter !== to[column])
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
