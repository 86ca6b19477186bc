import { singular, wordsOfText } from './words.ts'

/**
 * Derives the colour, fabrics and occasions of a product from its texts, because sellers name them
 * in many ways. The ids are those of `contract/catalogue/attributes.ts`.
 */

const byWord = (table: Record<string, string>) =>
  new Map(
    Object.entries(table).flatMap(([id, words]) =>
      [id, ...words.split(' ')].map((word) => [word, id] as const),
    ),
  )

/** Shades by colour. The last word of a name decides: sea green is a green. */
const colourByShade = byWord({
  black: 'jet onyx',
  white: 'ivory offwhite pearl snow ecru',
  grey: 'gray charcoal ash slate steel graphite',
  blue: 'indigo azure cobalt denim turquoise teal aqua cyan sky royal',
  navy: 'midnight ink',
  green: 'olive mint emerald sage lime moss pista jade forest',
  red: 'maroon wine burgundy crimson scarlet cherry ruby',
  pink: 'rose peach fuchsia magenta coral blush rani salmon',
  purple: 'lilac lavender violet plum mauve aubergine',
  yellow: 'mustard turmeric lemon ochre amber haldi',
  orange: 'terracotta tangerine apricot saffron brick',
  brown: 'rust tan chocolate coffee copper bronze camel mahogany',
  beige: 'cream sand khaki taupe nude camel fawn skin mushroom',
  gold: 'golden',
  silver: 'metallic',
  multi: 'multicolour multicolor multicoloured rainbow',
})

/** The colour of a shade such as maroon; undefined for a word that names no colour. */
export const colourOfWord = (word: string): string | undefined => colourByShade.get(word)

/** The colour of a product by the seller's name for it: 'Bottle green', 'Navy Blue'. */
export function colourOf(name: string): string | undefined {
  const words = wordsOfText(name.replace(/\boff[\s-]white\b/i, 'offwhite'))
  if (words.includes('navy')) return 'navy'
  return words.map((word) => colourByShade.get(word)).findLast((id) => id !== undefined)
}

const fabricByWord = byWord({
  cotton: 'cambric mul khadi poplin oxford twill jersey pique loopback mulmul voile corduroy',
  linen: '',
  silk: 'chanderi tussar banarasi kanjivaram mulberry',
  denim: '',
  rayon: 'viscose modal artsilk',
  georgette: '',
  chiffon: '',
  crepe: '',
  satin: '',
  velvet: '',
  brocade: 'jacquard',
  wool: 'woollen woolen cashmere merino pashmina',
  polyester: 'poly nylon',
  leather: 'suede',
  'faux-leather': 'polyurethane pu fauxleather leatherette',
  canvas: '',
})

/** The fabric of a word such as khadi; undefined for a word that names no fabric. */
export const fabricOfWord = (word: string): string | undefined => fabricByWord.get(word)

/** The fabrics of a product by its declared fabric: 'Chanderi silk-cotton', 'Viscose rayon'. */
export function fabricsOf(declared: string): string[] {
  const text = declared
    .replace(/\bart[\s-]silk\b/i, 'artsilk')
    .replace(/\bfaux[\s-]leather\b/i, 'fauxleather')
  const fabricIds = wordsOfText(text).flatMap((word) => fabricByWord.get(word) ?? [])
  const isFaux = fabricIds.includes('faux-leather')
  const isDenim = fabricIds.includes('denim')
  return [...new Set(fabricIds)].filter(
    (id) => !(isFaux && id !== 'faux-leather') && !(isDenim && id === 'cotton'),
  )
}

const occasionByWord = byWord({
  casual: 'everyday daily leisure',
  work: 'formal office smart',
  party: 'cocktail evening',
  festive: 'festival diwali ethnic',
  wedding: 'bridal groom baraat sangeet',
  sports: 'gym running training active',
})

/** The occasion of a word such as bridal; undefined for a word that names none. */
export const occasionOfWord = (word: string): string | undefined => occasionByWord.get(word)

/** What a kind of garment is worn for, where its texts name no occasion. */
const occasionsByGarment: Record<string, string> = {
  anarkali: 'festive party wedding',
  blazer: 'work party',
  dress: 'party casual',
  dupatta: 'festive wedding',
  heel: 'party work wedding',
  hoodie: 'casual',
  jacket: 'casual',
  jean: 'casual',
  jutti: 'festive wedding',
  kurta: 'festive casual',
  kurti: 'casual festive work',
  lehenga: 'wedding festive party',
  mojari: 'festive wedding',
  nehru: 'festive wedding party',
  polo: 'casual work',
  salwar: 'festive casual',
  saree: 'festive wedding party',
  sherwani: 'wedding festive',
  shirt: 'casual work',
  short: 'casual sports',
  skirt: 'casual party',
  sneaker: 'casual sports',
  sweatshirt: 'casual',
  top: 'casual party',
  trouser: 'work casual',
  tshirt: 'casual sports',
}

/** The occasions of a product by the words of its name, category and search words. */
export function occasionsOf(words: Iterable<string>): string[] {
  const occasionIds = new Set<string>()
  for (const word of words) {
    const named = occasionByWord.get(word)
    if (named) occasionIds.add(named)
    for (const occasion of occasionsByGarment[singular(word)]?.split(' ') ?? [])
      occasionIds.add(occasion)
  }
  return [...occasionIds]
}
