import type { Fabric } from './fabrics.ts'
import { cutOf, garmentFacts } from './garmentFacts.ts'
import type { Pattern } from './garmentSpec.ts'
import type { Look } from './looks.ts'
import type { Range } from './range.ts'

/** A product before it has a name. */
export type Design = { range: Range; fabric: Fabric; look: Look; pattern: Pattern; seed: number }

/** How each pattern is called in a name, and how it came about. */
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const joined = (...words: string[]) => capital(words.filter(Boolean).join(' '))

/** Names that fit a design, the plainest first; the last one is the most exact. */
export function namesOf({ range, fabric, look, pattern, seed }: Design): string[] {
  const { noun } = range
  const { word: cut, feature } = cutOf(range.type, seed)
  const print = patternWords[pattern].word
  const cloth = fabric.word
  const colour = look.colour.toLowerCase()
  const printed = joined(print, cloth, noun)
  const names = [
    print ? printed : joined(cut, cloth, noun),
    joined(cut, print || cloth, noun),
    `${joined(print || cloth, noun)} with ${feature.replace(/^an? /, '')}`,
    joined(cut, print, cloth, noun),
    joined(colour, print || cloth, noun),
    `${printed} in ${colour}`,
    joined(cut, colour, print || cloth, noun),
  ]
  const start = seed % 4
  return [...names.slice(start, 4), ...names.slice(0, start), ...names.slice(4)]
}

const isPlural = (noun: string) => /[^s]s$/.test(noun)
const articleFor = (noun: string) => (isPlural(noun) ? '' : /^[aeiou]/i.test(noun) ? 'An ' : 'A ')

/** Three or four plain sentences, all of them true of the drawing and the cloth. */
export function descriptionOf({ range, fabric, look, pattern, seed }: Design): string {
  const { line } = cutOf(range.type, seed)
  const { measure, fit } = garmentFacts[range.type]
  const print = patternWords[pattern]
  const cloth = fabric.name.charAt(0).toLowerCase() + fabric.name.slice(1)
  const subject = capital(`${articleFor(range.noun)}${range.noun}`.trim())
  const opening = `${subject} in ${look.colour.toLowerCase()} ${cloth}.`
  const seen = `${line.replace('{trim}', look.trim)}.`
  const made = print.line || fabric.feel
  const worn = seed % 2 === 0 ? `${fit}.` : `${measure}.`
  return [opening, seen, made, worn].join(' ')
}

/** Everything a shopper might call it, Indian and English. */
export function searchWordsOf({ range, fabric, look, pattern, seed }: Design): string[] {
  const words = [
    garmentFacts[range.type].words,
    range.name.toLowerCase(),
    look.colour.toLowerCase(),
    ...look.words,
    fabric.word,
    fabric.name.toLowerCase(),
    patternWords[pattern].word,
    cutOf(range.type, seed).word,
  ]
  return [...new Set(words.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean))]
}
