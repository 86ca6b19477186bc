import { cut, type GarmentFacts } from './cutFacts.ts'

/** What is true of shoes and bags as they are drawn. */
export const carriedFacts = {
  sneakers: {
    fit: 'True to size, padded collar, rubber sole',
    measure: 'Sole 3 cm at the heel',
    pack: '1 pair of sneakers, 1 pair of spare laces',
    netQuantity: '1 pair',
    words: 'sneakers shoes trainers casual canvas',
    cuts: [
      cut('court', 'a contrast heel', 'The heel and side panel are in {trim}, the laces white'),
    ],
  },
  heels: {
    fit: 'True to size, closed toe, cushioned insole',
    measure: 'Heel 7.5 cm',
    pack: '1 pair of heels, 1 dust bag',
    netQuantity: '1 pair',
    words: 'heels pumps stilettos sandals shoes party',
    cuts: [
      cut('banded', 'a contrast band', 'A band of {trim} across the foot'),
      cut('block-heel', 'a plain front', 'A broad, steady heel and a plain front'),
      cut('rosette', 'a rosette', 'A small rosette in {trim} at the toe'),
    ],
  },
  handbag: {
    fit: 'Carried by hand or on the forearm',
    measure: '31 × 26 × 11 cm',
    pack: '1 bag, 1 dust bag',
    netQuantity: '1 N',
    words: 'bag handbag purse tote satchel',
    cuts: [
      cut('flap', 'a clasp', 'A flap with a clasp, and a base and handle in {trim}'),
      cut(
        'structured',
        'a tab closure',
        'A firm frame closed by a tab, with handle and base in {trim}',
      ),
      cut('two-strap', 'straps', 'Two straps in {trim} over the front, and a flap with a clasp'),
    ],
  },
} satisfies Record<string, GarmentFacts>
