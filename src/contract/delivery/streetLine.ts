/**
 * The street line of an address: house, street and landmark. Whoever delivers, prints or compares an address
 * reads this line. The house is stored beside it as well, because the form has a field of its own for it.
 */
export const streetLine = ({ house, street }: { house?: string | undefined; street: string }) =>
  [house, street].filter(Boolean).join(', ')

/** The street line without its house, for the form. */
export const withoutHouse = ({ house, street }: { house: string; street: string }): string =>
  house && street.startsWith(`${house}, `) ? street.slice(house.length + 2) : street

export const houseMissing = 'Enter your house or flat number, floor or building'
export const streetIsArea = 'This is only your area. Enter your street as well.'
export const houseIsArea = `This is only your area. ${houseMissing}.`

/** Lower-case words between single spaces, so that spellings of a name compare equal. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** What a text says beside the names, such as the city, in lower case; empty if it repeats them only. */
export function textBeside(text: string, names: readonly string[]): string {
  const areaNames = names
    .flatMap((name) => [name, ...name.split(',')])
    .map(wordsOf)
    .filter((name) => name.trim() !== '')
    .sort((a, b) => b.length - a.length)
  return areaNames.reduce((left, name) => left.replaceAll(name, ' '), wordsOf(text)).trim()
}
