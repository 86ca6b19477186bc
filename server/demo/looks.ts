export type Look = {
  /** As it is written on the product page. */
  colour: string
  base: string
  accent: string
  /** The colour of collars, borders and trims. */
  trim: string
  words: string[]
}

type Row = [colour: string, base: string, accent: string, trim: string, words: string]

const rows: Row[] = [
  ['Ivory', '#f3e9d8', '#1f6f5c', 'green', 'white off-white cream safed'],
  ['Rose', '#b8405e', '#f5d9a8', 'cream', 'pink gulabi rani'],
  ['Turmeric', '#e7a93b', '#9c2a4f', 'wine', 'yellow mustard haldi peela'],
  ['Bottle green', '#23584b', '#f0c97b', 'gold', 'green hara emerald'],
  ['Indigo', '#2c3e73', '#e5a93c', 'gold', 'blue navy neel neela'],
  ['Sea green', '#7fbfa6', '#204b57', 'teal', 'green aqua hara'],
  ['Rani pink', '#c5527a', '#f1d3a0', 'cream', 'pink fuchsia gulabi'],
  ['Rust', '#8a4b2f', '#e4c59a', 'sand', 'brown orange tan bhura'],
  ['Royal blue', '#2b4c7e', '#e9d5a6', 'cream', 'blue neela'],
  ['White', '#faf8f3', '#3c6e9e', 'blue', 'white safed'],
  ['Wine', '#7a2e3b', '#e2b766', 'gold', 'red maroon burgundy lal'],
  ['Denim blue', '#3f6490', '#d9a15b', 'tan', 'blue mid-blue neela'],
  ['Cream', '#efe3cb', '#8e2f3c', 'wine', 'off-white beige'],
  ['Plum', '#4b2e4a', '#d9a6b3', 'rose', 'purple violet baingani'],
  ['Charcoal', '#23302b', '#c7a978', 'sand', 'black grey kala'],
  ['Peach', '#e7b6a5', '#8c3b46', 'wine', 'pink orange aadoo'],
  ['Mint', '#5fd0aa', '#7a2350', 'wine', 'green pista'],
  ['Sand', '#c9b79a', '#4a3a2a', 'brown', 'beige khaki tan'],
  ['Sky blue', '#a9c4de', '#2c4a6e', 'navy', 'blue aasmani powder'],
  ['Lilac', '#cdbbe0', '#56407a', 'violet', 'purple lavender'],
  ['Olive', '#6b7446', '#efe2b4', 'cream', 'green mehendi khaki'],
  ['Terracotta', '#c2583a', '#f6dfb6', 'cream', 'orange rust brick'],
  ['Grey', '#9aa5a0', '#2f3a36', 'charcoal', 'grey silver salety'],
  ['Ink', '#1d2a4a', '#8fb3d9', 'sky blue', 'navy blue midnight'],
]

const idOf = (colour: string) => colour.toLowerCase().replace(/ /g, '-')

/** Pairs of cloth and trim that look well on every backdrop, by the id of the cloth's colour. */
export const looks: Record<string, Look> = Object.fromEntries(
  rows.map(([colour, base, accent, trim, words]) => [
    idOf(colour),
    { colour, base, accent, trim, words: words.split(' ') },
  ]),
)

export function lookOf(id: string): Look {
  const look = looks[id]
  if (!look) throw new Error(`There is no look ${id}`)
  return look
}
