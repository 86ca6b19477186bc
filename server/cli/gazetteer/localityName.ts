/** Post offices that are not named after a place. */
const notAPlace =
  /\b(nodal|e ?com|counter|rms|sorting|parcel|speed ?post|ndc|mdg|bnpl|tmo|delivery cent(re|er)|i ?dc)\b/i

/** Words that are no name on their own: "Indore Nagar" is not shortened to "Nagar". */
const generic =
  /^(nagar|city|town|cantt?|cantonment|camp|east|west|north|south|main|central|road|rural|fort|bazar|courts?|college|university|airport|market|cat|gpo|ho|i+|railway|station|\d+)$/i

/** Expands the abbreviations of the directory and separates words that it joins. */
const expansions: [RegExp, string][] = [
  [/\b(?:N\.?D\.? ?)?[SBH]\.?O\b\.? *\([^)]*\)?/g, ' '],
  [/\b(?:N\.?D\.? ?)?[SBH]\.?O\b\.?|\bG\.?P\.?O\b\.?|\b(?:Delivery|Dely)$/g, ' '],
  [/(Phase|Ph|Sector|Sec|Block|Stage|Extn?|Ward)([IVX]+)$/, '$1 $2'],
  [/([a-z]{2})([A-Z][a-z])/g, '$1 $2'],
  [/\.(?=[A-Za-z]{2})/g, '. '],
  [/\bSec(tr)?\b\.?(?= ?\d)/g, 'Sector '],
  [/\bPh\b\.?(?= ?[IVX\d])/g, 'Phase '],
  [/\b([IVX]+) Bk\b/g, '$1 Block'],
  [/\bExtn?\b\.?/g, 'Extension'],
  [/\bRd\b\.?/g, 'Road'],
  [/\b(R\.? ?S\b\.?|R[Ss])$/g, 'Railway Station'],
]

/**
 * Derives the name of a place from the name of its post office; undefined if it is not named after a
 * place. The directory joins words, and adds the kind of office and the city.
 */
export function localityName(office: string, cities: string[]): string | undefined {
  if (notAPlace.test(office)) return undefined
  const withoutCities = office.replace(/\(([^)]*)\)?/g, (_, inside: string) =>
    isOneOf(cities, inside) ? ' ' : ` ${inside} `,
  )
  const expanded = expansions.reduce(
    (text, [short, long]) => text.replace(short, long),
    /\bS\.?O\b/.test(office) ? office : withoutCities,
  )
  const words = expanded
    .replace(/[^A-Za-z0-9.&/' -]/g, ' ')
    .split(/\s+/)
    .map(capitalise)
    .filter((word) => /[A-Za-z0-9]/.test(word))
  const name = removeCity(words, cities).join(' ')
  return /[A-Za-z]{2}/.test(name) ? name : undefined
}

function removeCity(words: string[], cities: string[]): string[] {
  const [first = '', ...others] = words
  if (isOneOf(cities, first) && isDistinctive(others)) return others
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return isOneOf(cities, last) && isDistinctive(before) ? before : words
}

const isDistinctive = (words: string[]) =>
  words.some((word) => word.length > 3 && !generic.test(word))

const isOneOf = (cities: string[], text: string) =>
  cities.some((city) => city.toLowerCase() === text.trim().toLowerCase())

const lowercaseWords = new Set(['and', 'of', 'ka', 'ki', 'ke'])
function capitalise(word: string): string {
  return lowercaseWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
}
