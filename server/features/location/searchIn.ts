import type { PlaceSuggestion } from '#contract/location.ts'
import { formerNamesOf } from './formerNames.ts'
import type { Places } from './placesOf.ts'
import { placeFit } from './placeFit.ts'
import { placeIndex } from './placeIndex.ts'
import { placeWords } from './placeWords.ts'

/** More words than that say nothing new about a place. */
const mostWords = 8
/** Where so many begin alike, a village is found by a whole word of its name only. */
const crowd = 2000

/** Finds places by the beginnings of words: of their name, and of what they lie in. */
export async function searchIn(places: Places) {
  const contexts = contextsOf(places)
  const find = await placeIndex(places.count, (place) => {
    const { name, also } = knownAs(places, place)
    return [...name, ...also, ...(places.isChief(place) ? [places.postalCodeOf(place)] : [])]
  })

  function candidates(word: string): number[] {
    const { whole, longer } = find(word)
    if (word.length < 2) return [...whole]
    const near = longer.length > crowd ? longer.filter(places.isInTown) : longer
    const inArea = whole[0] !== undefined && isPincode(word) ? places.besides(whole[0]) : []
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
      const label = `${places.nameOf(place)}, ${places.surroundingsOf(place)}`
      if (!kept.has(label)) kept.set(label, place)
    }
    return [...kept.values()]
  }
}

const suggestionOf = (places: Places, place: number): PlaceSuggestion => ({
  _id: String(place),
  text: places.nameOf(place),
  secondary: places.surroundingsOf(place),
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
    const { city, district, state } = places.around(area)
    const names = [city, district, state, ...formerNamesOf(city), String(pincode)]
    return ` ${placeWords(names.join(' ')).join(' ')}`
  })
}
