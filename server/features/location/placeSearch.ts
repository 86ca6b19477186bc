import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

import type { PlaceSuggestion } from '#contract/delivery/location.ts'
import { asciiDigits, withoutInvisible } from '#contract/values/characters.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { type City, createCityNames } from './cityNames.ts'
import type { Places } from './gazetteerFile.ts'

/** Further words do not narrow the search. */
const maxWords = 8
/** If more places than this begin with a word, villages are found by whole words only. */
const maxPrefixMatches = 2000

/**
 * Searches places by word prefixes of their name and of their city, district, state and pincode.
 */
export async function createPlaceSearch(places: Places) {
  const contexts = contextsOf(places)
  const find = await placeIndex(places.count, (place) => {
    const { name, synonyms } = searchWordsFor(places, place)
    return [
      ...name,
      ...synonyms,
      ...(places.isFirstInPincode(place) ? [places.postalCodeOf(place)] : []),
    ]
  })

  function candidates(word: string): number[] {
    const { whole, longer } = find(word)
    if (word.length < 2) return [...whole]
    const near = longer.length > maxPrefixMatches ? longer.filter(places.isInTown) : longer
    const inArea =
      whole[0] !== undefined && isPinCode(word) ? places.placesInSamePincode(whole[0]) : []
    return [...whole, ...near, ...inArea]
  }

  /**
   * Ranks places, best first. If no place matches all words, those with the fewest unmatched words
   * are returned.
   */
  function rankPlaces(words: string[]): number[] {
    let minUnmatched = Math.floor(words.length / 2)
    const scored = [...new Set(words.flatMap(candidates))].map((place) => {
      const context = contexts[places.areaOf(place)] ?? ''
      const { unmatched, bonus } = scorePlace(words, { ...searchWordsFor(places, place), context })
      minUnmatched = Math.min(minUnmatched, unmatched)
      return { place, unmatched, score: places.rankOf(place) + bonus }
    })
    return scored
      .filter(({ unmatched }) => unmatched === minUnmatched)
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ place }) => place)
  }

  const toLatin = createCityNames(citiesOf(places))

  return function search(text: string, limit: number): PlaceSuggestion[] {
    const typed = joinPincode(toLatin(asciiDigits(withoutInvisible(text))))
    const best = rankPlaces(placeWords(typed).slice(0, maxWords))
    return removeDuplicates(best, limit).map((place) => suggestionOf(places, place))
  }

  /** Removes places with the same label, keeping the better one. */
  function removeDuplicates(best: number[], limit: number): number[] {
    const placeByLabel = new Map<string, number>()
    for (const place of best) {
      if (placeByLabel.size === limit) break
      const label = `${places.nameOf(place)}, ${places.locationTextFor(place)}`
      if (!placeByLabel.has(label)) placeByLabel.set(label, place)
    }
    return [...placeByLabel.values()]
  }
}

/** A PIN code is often written in two groups: 452 010. */
const joinPincode = (text: string) => text.replace(/(?<!\d)(\d{3})[\s-](\d{3})(?!\d)/g, '$1$2')

/** Every city, under its former names too, with the number of its PIN codes. */
function citiesOf(places: Places): City[] {
  const counts = new Map<string, number>()
  places.pincodes.forEach((_, area) => {
    const { city } = places.areaNames(area)
    counts.set(city, (counts.get(city) ?? 0) + 1)
  })
  return Array.from(counts).flatMap(([city, pincodes]) =>
    [city, ...formerNamesOf(city)].map((name) => ({ name, pincodes })),
  )
}

const suggestionOf = (places: Places, place: number): PlaceSuggestion => ({
  _id: String(place),
  text: places.nameOf(place),
  secondary: places.locationTextFor(place),
})

/**
 * The words of a name; for names with several words also the joined name, for cities also former
 * names.
 */
function searchWordsFor(places: Places, place: number) {
  const name = placeWords(places.nameOf(place))
  const joined = name.length > 1 ? [name.join('')] : []
  const former = places.isCity(place) ? formerNamesOf(places.nameOf(place)) : []
  return { name, synonyms: [...joined, ...former] }
}

/** The area of each pincode as text, with a space before every word. */
function contextsOf(places: Places): string[] {
  return Array.from(places.pincodes, (pincode, area) => {
    const { city, district, state } = places.areaNames(area)
    const names = [city, district, state, ...formerNamesOf(city), String(pincode)]
    return ` ${placeWords(names.join(' ')).join(' ')}`
  })
}

/** The words by which a place is found. */
type PlaceWords = {
  /** The words of its name. */
  name: string[]
  /** Single words that are equivalent to the whole name. */
  synonyms: string[]
  /** City, district, state and pincode, with a space before every word. */
  context: string
}

/** How many words do not match the place, and how well the others match. */
type MatchScore = { unmatched: number; bonus: number }

/** Points that are added to the rank of a place (0 to 127). */
const wholeNameScore = 30
const beginningScore = 12
const wholeWordsScore = 6
const areaWordScore = -10
const missingWordScore = -4

function scorePlace(words: string[], { name, synonyms, context }: PlaceWords): MatchScore {
  const own = [...name, ...synonyms]
  const wordsInName = words.filter((word) => own.some((other) => other.startsWith(word)))
  const wordsInArea = words.filter(
    (word) => !wordsInName.includes(word) && context.includes(` ${word}`),
  )

  const isTyped = (word: string) => words.includes(word)
  const isWholeName = name.every(isTyped) || synonyms.some(isTyped)
  const isBeginning = wordsInName[0] !== undefined && own[0]?.startsWith(wordsInName[0])
  const isWholeWords = wordsInName.every((word) => own.includes(word))
  return {
    unmatched: words.length - wordsInName.length - wordsInArea.length,
    bonus:
      (isWholeName
        ? wholeNameScore
        : missingWordScore * Math.max(0, name.length - wordsInName.length)) +
      (isBeginning ? beginningScore : 0) +
      (isWholeWords ? wholeWordsScore : 0) +
      wordsInArea.length * areaWordScore,
  }
}

const chunkSize = 5000

/**
 * Builds an index from words to places. The words are sorted, so words with the same prefix are
 * adjacent, and so are their places: those of word `w` begin at `starts[w]`.
 */
async function placeIndex(count: number, wordsOf: (place: number) => string[]) {
  const { words, starts, places } = await buildIndex(count, wordsOf)
  const between = (from: number, to: number) => places.subarray(starts[from], starts[to])

  /** The places with exactly this word, and those with a longer word that begins with it. */
  return function find(word: string) {
    const first = lowerBound(words, word)
    const longer = words[first] === word ? first + 1 : first
    // The brace sorts after every letter and digit.
    const end = lowerBound(words, `${word}{`)
    return { whole: between(first, longer), longer: between(longer, end) }
  }
}

async function buildIndex(count: number, wordsOf: (place: number) => string[]) {
  const byWord = new Map<string, number[]>()
  for (let place = 0; place < count; place++) {
    if (place % chunkSize === 0) await yieldToEventLoop()
    for (const word of new Set(wordsOf(place))) {
      const places = byWord.get(word)
      if (places) places.push(place)
      else byWord.set(word, [place])
    }
  }
  const words = [...byWord.keys()].sort()
  const starts = new Uint32Array(words.length + 1)
  words.forEach((word, at) => {
    starts[at + 1] = (starts[at] ?? 0) + (byWord.get(word)?.length ?? 0)
  })
  const places = new Uint32Array(starts[words.length] ?? 0)
  words.forEach((word, at) => places.set(byWord.get(word) ?? [], starts[at]))
  return { words, starts, places }
}

/** Binary search for the first word that does not sort before `word`. */
function lowerBound(words: string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Normalizes text to lower-case letters and digits without accents, and splits it into words. */
function placeWords(text: string): string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(text)
  const plain = isPlain ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** Former and short names of a city. */
export const formerNamesOf = (city: string): string[] =>
  formerNames[city.toLowerCase()]?.split(' ') ?? []

const formerNames: Record<string, string> = {
  ahmedabad: 'amdavad',
  belagavi: 'belgaum',
  bengaluru: 'bangalore',
  bhubaneswar: 'bhubaneshwar',
  'chhatrapati sambhajinagar': 'aurangabad',
  chennai: 'madras',
  gurugram: 'gurgaon',
  guwahati: 'gauhati',
  hubballi: 'hubli',
  kalaburagi: 'gulbarga',
  kanpur: 'cawnpore',
  kochi: 'cochin',
  kolkata: 'calcutta',
  kollam: 'quilon',
  kozhikode: 'calicut',
  mangaluru: 'mangalore',
  mumbai: 'bombay',
  mysuru: 'mysore',
  'new delhi': 'delhi',
  prayagraj: 'allahabad',
  puducherry: 'pondicherry pondy',
  pune: 'poona',
  shivamogga: 'shimoga',
  thiruvananthapuram: 'trivandrum',
  thrissur: 'trichur',
  tiruchirappalli: 'trichy',
  vadodara: 'baroda',
  varanasi: 'banaras benares',
  vijayapura: 'bijapur',
  visakhapatnam: 'vizag',
}
