/** What post offices are called that nobody lives in. */
const notLived =
  /\b(nodal|e ?com|counter|rms|sorting|parcel|speed ?post|ndc|mdg|bnpl|tmo|delivery cent(re|er)|i ?dc)\b/i

/** Words that say nothing by themselves: "Indore Nagar" does not become "Nagar". */
const generic =
  /^(nagar|city|town|cantt?|cantonment|camp|east|west|north|south|main|central|road|rural|fort|bazar|courts?|college|university|airport|market|cat|gpo|ho|i+|railway|station|\d+)$/i

/** What the directory cuts short or runs together, spelled out. */
const spelledOut: [RegExp, string][] = [
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
 * The name of a post office as the name of the place around it; undefined where that is none. The
 * directory runs words together, writes what kind of office it is, and names the city again.
 */
export function localityName(office: string, cities: string[]): string | undefined {
  if (notLived.test(office)) return undefined
  const withoutCities = office.replace(/\(([^)]*)\)?/g, (_, inside: string) =>
    isOneOf(cities, inside) ? ' ' : ` ${inside} `,
  )
  const spelled = spelledOut.reduce(
    (text, [short, long]) => text.replace(short, long),
    /\bS\.?O\b/.test(office) ? office : withoutCities,
  )
  const words = spelled
    .replace(/[^A-Za-z0-9.&/' -]/g, ' ')
    .split(/\s+/)
    .map(capitalised)
    .filter((word) => /[A-Za-z0-9]/.test(word))
  const name = withoutCity(words, cities).join(' ')
  return /[A-Za-z]{2}/.test(name) ? name : undefined
}

function withoutCity(words: string[], cities: string[]): string[] {
  const [first = '', ...others] = words
  if (isOneOf(cities, first) && says(others)) return others
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return isOneOf(cities, last) && says(before) ? before : words
}

const says = (words: string[]) => words.some((word) => word.length > 3 && !generic.test(word))

const isOneOf = (cities: string[], text: string) =>
  cities.some((city) => city.toLowerCase() === text.trim().toLowerCase())

const small = new Set(['and', 'of', 'ka', 'ki', 'ke'])
function capitalised(word: string): string {
  return small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
}
