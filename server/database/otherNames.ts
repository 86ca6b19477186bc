import { allWordsOf } from './saidIn.ts'

/**
 * What shoppers call things that products may be called otherwise. Of Hindi letters only the
 * consonants count, as in every search.
 */
const names: Record<string, string> = {
  dupatta: 'chunni chunari odhni दुपट्टा चुन्नी',
  ghagra: 'ghaghara घाघरा',
  hoodie: 'hudi hoody',
  jeans: 'जींस जीन्स',
  jutti: 'jooti jootis jootiyan',
  kameez: 'kamiz qamiz कमीज़',
  kurta: 'कुर्ता कुर्ती',
  lehenga: 'lengha लहंगा',
  pyjama: 'pajama pajamas payjama पजामा पायजामा',
  saree: 'साड़ी साड़ियां',
  salwar: 'सलवार',
  sandals: 'chappal chappals चप्पल',
  sherwani: 'शेरवानी',
  shirt: 'शर्ट',
  shoes: 'joota joote juta जूता जूते जूती',
  trousers: 'pent पैंट',
  tshirt: 'tishirt टीशर्ट',
}

/** By which other word a word is known, if by any. */
export const otherNames = new Map(
  Object.entries(names).flatMap(([name, others]) =>
    allWordsOf(others).map((other) => [other, name] as const),
  ),
)
