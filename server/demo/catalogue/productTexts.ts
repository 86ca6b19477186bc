import type { Pattern } from '#server/demo/artwork/imageSpec.ts'
import {
  type ColourwayData,
  cutOf,
  type FabricData,
  garmentFacts,
  type SubcategoryData,
} from './data.ts'

/** What a product is made from, before it has a name. */
export type Design = {
  subcategory: SubcategoryData
  fabric: FabricData
  colourway: ColourwayData
  pattern: Pattern
  seed: number
}

/** The word for each pattern in a name, and a sentence on how it is made. */
const patternWords: Record<Pattern, { word: string; line: string }> = {
  solid: { word: '', line: '' },
  stripes: { word: 'striped', line: 'The stripes are woven, not printed.' },
  checks: {
    word: 'checked',
    line: 'The check is woven from dyed yarn, so it shows on both sides.',
  },
  block: {
    word: 'block-print',
    line: 'Printed by hand with carved blocks, so the print shifts a little from piece to piece.',
  },
  ikat: {
    word: 'ikat',
    line: 'The yarn is dyed before it is woven, which gives the motifs their soft edge.',
  },
  polka: { word: 'polka-dot', line: 'Printed with small dots at an even distance.' },
  buti: { word: 'paisley', line: 'Small paisleys repeat at an even distance.' },
  floral: { word: 'floral', line: 'Printed with flowers and leaves on a plain ground.' },
  bandhani: {
    word: 'bandhani',
    line: 'Tied by hand and dyed, dot by dot; no two are quite alike.',
  },
  leheriya: {
    word: 'leheriya',
    line: 'The waves come from rolling the cloth and tying it before dyeing.',
  },
  denim: { word: '', line: 'Washed once before sewing, so it hardly shrinks at home.' },
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const joinWords = (...words: string[]) => capitalize(words.filter(Boolean).join(' '))

/** Names that fit a design, from the plainest to the most exact. */
export function possibleNames({ subcategory, fabric, colourway, pattern, seed }: Design): string[] {
  const { noun } = subcategory
  const { word: cut, feature } = cutOf(subcategory.garment, seed)
  const print = patternWords[pattern].word
  const cloth = fabric.word
  const colour = colourway.name.toLowerCase()
  const printed = joinWords(print, cloth, noun)
  const names = [
    print ? printed : joinWords(cut, cloth, noun),
    joinWords(cut, print || cloth, noun),
    `${joinWords(print || cloth, noun)} with ${feature.replace(/^an? /, '')}`,
    joinWords(cut, print, cloth, noun),
    joinWords(colour, print || cloth, noun),
    `${printed} in ${colour}`,
    joinWords(cut, colour, print || cloth, noun),
  ]
  const start = seed % 4
  return [...names.slice(start, 4), ...names.slice(0, start), ...names.slice(4)]
}

const isPlural = (noun: string) => /[^s]s$/.test(noun)
const articleFor = (noun: string) => (isPlural(noun) ? '' : /^[aeiou]/i.test(noun) ? 'An ' : 'A ')

/** Four sentences that are true of the drawing and the fabric. */
export function describeDesign({ subcategory, fabric, colourway, pattern, seed }: Design): string {
  const { line } = cutOf(subcategory.garment, seed)
  const { measure, fit } = garmentFacts(subcategory.garment)
  const print = patternWords[pattern]
  const cloth = fabric.name.charAt(0).toLowerCase() + fabric.name.slice(1)
  const subject = capitalize(`${articleFor(subcategory.noun)}${subcategory.noun}`.trim())
  const opening = `${subject} in ${colourway.name.toLowerCase()} ${cloth}.`
  const seen = `${line.replace('{trim}', colourway.trim)}.`
  const made = print.line || fabric.feel
  const worn = seed % 2 === 0 ? `${fit}.` : `${measure}.`
  return [opening, seen, made, worn].join(' ')
}

/** What shoppers may call the product, in English and Hindi. */
export function searchKeywords({
  subcategory,
  fabric,
  colourway,
  pattern,
  seed,
}: Design): string[] {
  const words = [
    ...garmentFacts(subcategory.garment).searchWords,
    subcategory.name.toLowerCase(),
    colourway.name.toLowerCase(),
    ...colourway.searchWords,
    fabric.word,
    fabric.name.toLowerCase(),
    patternWords[pattern].word,
    cutOf(subcategory.garment, seed).word,
  ]
  return [...new Set(words.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean))]
}
