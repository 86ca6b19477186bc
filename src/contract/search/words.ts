import { asciiDigits, plainCharacters, withoutInvisible } from '#contract/values/characters.ts'

/**
 * Splits texts into the words that the search compares, for the texts of products and for what
 * shoppers type alike.
 */

/** Words that are not searched for, unless they are the only ones. */
export const stopWords = new Set(
  (
    'a above affordable an and arrival arrivals at below best between budget buy by cheap clothes collection color colored colors ' +
    'colour coloured colours for from gift gifting gifts good hai in ka ke ki ko item items kapda kapde kapdo kapdon latest less liye look me mein my ' +
    'new nice of off on online or outfit outfits over se size style than the ' +
    'sasta saste sasti set sets to under upto wala wale wali wear with within'
  ).split(' '),
)

/** Accents, and the Devanagari signs that people often leave out: nukta, anusvara, virama. Vowel signs stay. */
const marks = /(?![\u093e-\u094c])\p{M}/gu

/**
 * Words that are spelled correctly even if no product has them, so that they are not corrected to
 * another word: a belt is not a welt pocket, and sleeveless is the opposite of sleeves.
 */
export const spellingExceptions = new Set(
  (
    'adidas belt belts biba boot boots cape capes fabindia gift gifts height kids lace levis loose maxi mini ' +
    'necklace nike panties panty plus puma rain ring rings robe robes scarf short shorts shrug sleeveless ' +
    'slim slip sock socks summer tank tight vest wallet watch watches winter wool zara zari'
  ).split(' '),
)

const isPlain = /^[\x20-\x7e]*$/

/** Lower case without accents and invisible characters, with the digits 0 to 9. */
export const normalize = (text: string): string =>
  (isPlain.test(text) ? text : asciiDigits(withoutInvisible(text.replace(/\s/gu, ' '))))
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')

/** T-shirt, t shirt and tshirt are one word; a T-shirt is not a shirt. */
const joinTShirt = (text: string) =>
  text.replace(/\bt[\s-]+(?=s(?:h(?:i(?:r(?:ts?)?)?)?)?\b)/g, 't')

/** The words of a text in their order. */
export const wordsOfText = (text: string): string[] =>
  joinTShirt(normalize(text)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/**
 * A product code as a word of the index, however it is written: AMO-1042, amo1042 and "AMO 1042" are the same. The
 * sign in front keeps it apart from words, which have letters and digits only. Empty if the text has neither.
 */
export function codeWordOf(text: string): string {
  const letters = plainCharacters(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters && `#${letters}`
}

const minPluralLetters = 4

/** The common form of singular and plural: shirt, dress, saree, kurti. */
export const singular = (word: string): string =>
  word.length < minPluralLetters
    ? word
    : word.replace(/(?<=s|x|z|ch|sh|i)es$|(?<![suie])s$|(?<=[ei])s$/, '')

/** Singular and plural forms of a word, without the word itself. */
export function inflectionsOf(word: string): string[] {
  if (word.length < minPluralLetters) return []
  const forms = [
    singular(word),
    word.replace(/s$/, ''),
    word.replace(/ies?$/, 'y'),
    word.replace(/(?<![aeiou])y$/, 'ies'),
    word.replace(/(?<![aeiou])y$/, 'ie'),
  ]
  return [...new Set(forms)].filter((form) => form !== word)
}

/**
 * Words of the catalogue, each with what shoppers type for it: other spellings, Hindi in Latin and
 * in its own letters.
 */
const synonymsByWord: Record<string, string> = {
  // Garments
  anarkali: 'अनारकली',
  bag: 'handbag handbags purse purses बैग पर्स jhola',
  blouse: 'ब्लाउज choli',
  dress: 'frock frocks gown gowns ड्रेस one-piece onepiece',
  dupatta: 'chunni chunari odhni stole दुपट्टा चुन्नी',
  ghagra: 'ghaghara ghaghra घाघरा',
  heels: 'pumps stilettos stiletto हील',
  hoodie: 'hudi hoody hoodies sweatshirt sweatshirts हुडी',
  jacket: 'coat coats jaket जैकेट',
  jeans: 'jean jins जींस जीन्स',
  jutti: 'jooti jootis jootiyan juti juttis kolhapuri kolhapuris जुत्ती',
  kameez: 'kamiz qamiz कमीज़',
  kurta: 'kurtha kurtaa panjabi कुर्ता',
  kurti: 'kurtee kurtees kurties kurtiya kurtiyan kurthi tunic tunics कुर्ती',
  lehenga: 'lehnga lengha ghagra-choli chaniya लहंगा',
  mojari: 'mojri khussa मोजरी',
  nehru: 'modi bandi sadri',
  polo: 'polos पोलो',
  pyjama: 'pajama pajamas payjama pyjamas पजामा पायजामा',
  salwar: 'shalwar punjabi-suit सलवार',
  sandals: 'chappal chappals chappel chapal slipper slippers चप्पल सैंडल',
  saree: 'sari saris sarees sadi saadi साड़ी साड़ियां साड़ियाँ',
  sherwani: 'achkan serwani शेरवानी',
  shirt: 'शर्ट',
  shoes: 'footwear joota joote juta jute जूता जूते जूती',
  skirt: 'स्कर्ट',
  sneakers: 'sneaker trainers canvas-shoes स्नीकर',
  top: 'tops टॉप',
  trousers: 'pant pants pent पैंट ट्राउजर',
  tshirt: 'tee tees tishirt टीशर्ट टी-शर्ट',
  // Colours
  beige: 'khaki',
  black: 'kala kaala kale kaale kali kaali काला काली',
  blue: 'neela neeli nila nili नीला नीली aasmani',
  brown: 'bhura bhuri भूरा',
  gold: 'golden sunehra sunehri सुनहरा',
  green: 'hara hari हरा हरी mehendi mehndi mehandi मेहंदी pista',
  grey: 'gray slate',
  orange: 'narangi kesari नारंगी केसरिया',
  pink: 'gulabi rani गुलाबी',
  purple: 'baingani jamuni violet बैंगनी',
  red: 'lal laal लाल',
  white: 'safed safaid सफेद सफ़ेद',
  yellow: 'peela peeli pila pili haldi पीला पीली',
  // Fabrics and occasions
  cotton: 'suti sooti cotten सूती कॉटन',
  silk: 'resham reshmi सिल्क रेशम रेशमी',
  casual: 'daily everyday roz',
  festive: 'festival diwali puja pooja navratri eid rakhi holi त्योहार दिवाली पूजा',
  party: 'birthday cocktail clubbing पार्टी',
  sports: 'gym running workout',
  wedding: 'shaadi shadi marriage bridal bride groom dulha dulhan sangeet baraat शादी विवाह',
  work: 'office formal formals business interview ऑफिस',
  print: 'printed prints',
  striped: 'stripe stripes',
  checked: 'check checks checkered plaid',
  floral: 'flower flowers flowery',
  // Genders
  men: 'mens man mans male males gent gents boy boys him his husband father dad daddy papa brother bhai boyfriend son beta grandfather ladka ladke ladko ladkon mard mardon purush पुरुष लड़का लड़के',
  women:
    'womens woman womans lady ladies female females girl girls her wife biwi patni mother mom mum mummy maa sister behen bhabhi didi girlfriend daughter beti grandmother ladki ladkiya ladkiyan ladkiyo ladkiyon aurat auraton mahila महिला औरत लड़की लड़कियों',
}

const trousersOrSets = ['trousers', 'salwar sets']

/** Kinds of garment that a store may not have, each with the most similar kinds. */
export const similarGarments = new Map<string, readonly string[]>([
  ['sandals', ['jutti', 'mojari']],
  ...['palazzo', 'palazzos', 'plazo', 'plazzo'].map((word) => [word, trousersOrSets] as const),
  ...['churidar', 'leggings', 'legging', 'patiala'].map((word) => [word, trousersOrSets] as const),
  ...['sharara', 'shararas', 'gharara'].map((word) => [word, ['lehenga', 'salwar sets']] as const),
  ['pyjama', ['kurta']],
])

/** Colours named after the ceremony of a wedding at which they are worn. */
export const ceremonyColours = new Set(['mehendi', 'mehndi', 'mehandi', 'haldi'])

/** Maps each synonym to the word that the catalogue uses. */
export const synonyms = new Map(
  Object.entries(synonymsByWord).flatMap(([word, list]) =>
    list.split(' ').map((synonym) => [wordsOfText(synonym).join(''), word] as const),
  ),
)

const minPrefixLetters = 3

/** The synonym with this prefix, unless synonyms with another meaning have it too: 'chap' is chappal. */
export function completeSynonym(prefix: string): string | undefined {
  if (prefix.length < minPrefixLetters || synonyms.has(prefix)) return undefined
  const matching = [...synonyms.keys()].filter((synonym) => synonym.startsWith(prefix))
  const meanings = new Set(matching.map((synonym) => synonyms.get(synonym)))
  return meanings.size === 1 ? matching[0] : undefined
}
