import { setImmediate as letOthersWork } from 'node:timers/promises'

import type { PlaceSuggestion } from '#contract/location.ts'
import type { Places } from './places.ts'

/** More words than that say nothing new about a place. */
const mostWords = 8
/** Where so many begin alike, a village is found by a whole word of its name only. */
const crowd = 2000

/** Finds places by the beginnings of words: of their name, and of what they lie in. */
export async function searchPlaceIndex(places: Places) {
  const contexts = contextsOf(places)
  const find = await placeIndex(places.count, (place) => {
    const { name, also } = knownAs(places, place)
    return [
      ...name,
      ...also,
      ...(places.isFirstInPincode(place) ? [places.postalCodeOf(place)] : []),
    ]
  })

  function candidates(word: string): number[] {
    const { whole, longer } = find(word)
    if (word.length < 2) return [...whole]
    const near = longer.length > crowd ? longer.filter(places.isInTown) : longer
    const inArea =
      whole[0] !== undefined && isPincode(word) ? places.placesInSamePincode(whole[0]) : []
    return [...whole, ...near, ...inArea]
  }

  /** The best first. Where no place has all the words, those that lack the fewest will do. */
  function ranked(words: string[]): number[] {
    let least = Math.floor(words.length / 2)
    const found = [...new Set(words.flatMap(candidates))].map((place) => {
      const context = contexts[places.areaOf(place)] ?? ''
      const { missed, bonus } = placeFit(words, { ...knownAs(places, place), context })
      least = Math.min(least, missed)
      return { place, missed, score: places.rankOf(place) + bonus }
    })
    return found
      .filter(({ missed }) => missed === least)
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ place }) => place)
  }

  return function search(text: string, limit: number): PlaceSuggestion[] {
    const best = ranked(placeWords(text).slice(0, mostWords))
    return differing(best, limit).map((place) => suggestionOf(places, place))
  }

  /** Two places that read the same are one to a shopper: the better one stays. */
  function differing(best: number[], limit: number): number[] {
    const kept = new Map<string, number>()
    for (const place of best) {
      if (kept.size === limit) break
      const label = `${places.nameOf(place)}, ${places.locationTextFor(place)}`
      if (!kept.has(label)) kept.set(label, place)
    }
    return [...kept.values()]
  }
}

const suggestionOf = (places: Places, place: number): PlaceSuggestion => ({
  _id: String(place),
  text: places.nameOf(place),
  secondary: places.locationTextFor(place),
})

const isPincode = (word: string) => /^[1-9]\d{5}$/.test(word)

/** The words of a name; also what it is when run together, and what a city was called before. */
function knownAs(places: Places, place: number) {
  const name = placeWords(places.nameOf(place))
  const together = name.length > 1 ? [name.join('')] : []
  const former = places.isCity(place) ? formerNamesOf(places.nameOf(place)) : []
  return { name, also: [...together, ...former] }
}

/** What the places of each pincode lie in: every word after a blank. */
function contextsOf(places: Places): string[] {
  return Array.from(places.pincodes, (pincode, area) => {
    const { city, district, state } = places.areaNames(area)
    const names = [city, district, state, ...formerNamesOf(city), String(pincode)]
    return ` ${placeWords(names.join(' ')).join(' ')}`
  })
}

/** What a place can be found by. */
type Known = {
  /** The words of its name. */
  name: string[]
  /** Single words that mean it as well as the whole name does. */
  also: string[]
  /** What it lies in: every word after a blank. */
  context: string
}

/** How many of the words are not about the place, and how well the others say it. */
export type Fit = { missed: number; bonus: number }

const wholeName = 30
const beginning = 12
const wholeWords = 6
const onlyAround = -10
const wordUnsaid = -4

function placeFit(words: string[], { name, also, context }: Known): Fit {
  const own = [...name, ...also]
  const named = words.filter((word) => own.some((other) => other.startsWith(word)))
  const around = words.filter((word) => !named.includes(word) && context.includes(` ${word}`))

  const isSaid = (word: string) => words.includes(word)
  const isWholeName = name.every(isSaid) || also.some(isSaid)
  const isBeginning = named[0] !== undefined && own[0]?.startsWith(named[0])
  const isWholeWords = named.every((word) => own.includes(word))
  return {
    missed: words.length - named.length - around.length,
    bonus:
      (isWholeName ? wholeName : wordUnsaid * Math.max(0, name.length - named.length)) +
      (isBeginning ? beginning : 0) +
      (isWholeWords ? wholeWords : 0) +
      around.length * onlyAround,
  }
}

const placesAtATime = 5000

/**
 * Which places are known by which words. Words stand in order, so all that begin alike stand
 * together, and so do the places they lead to: those of word `w` begin at `starts[w]`.
 */
async function placeIndex(count: number, wordsOf: (place: number) => string[]) {
  const { words, starts, places } = await inOrder(count, wordsOf)
  const between = (from: number, to: number) => places.subarray(starts[from], starts[to])

  /** The places with just this word, and those with a longer one that begins with it. */
  return function find(word: string) {
    const first = firstFrom(words, word)
    const longer = words[first] === word ? first + 1 : first
    // The brace comes after every letter and figure.
    const end = firstFrom(words, `${word}{`)
    return { whole: between(first, longer), longer: between(longer, end) }
  }
}

async function inOrder(count: number, wordsOf: (place: number) => string[]) {
  const byWord = new Map<string, number[]>()
  for (let place = 0; place < count; place++) {
    if (place % placesAtATime === 0) await letOthersWork()
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

/** Where the words begin that do not come before `word`. */
function firstFrom(words: string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

/** What is searched for and searched in: small letters and figures, without accents. */
function placeWords(text: string): string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(text)
  const plain = isPlain ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** What else shoppers call a city: the names it had, or a short one. */
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
