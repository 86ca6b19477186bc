import { cut, type GarmentFacts } from './cutFacts.ts'

/** What is true of western clothes as they are drawn. */
export const westernFacts = {
  shirt: {
    fit: 'Regular, curved hem',
    measure: 'Length 74 cm in size M',
    pack: '1 shirt',
    netQuantity: '1 N',
    words: 'shirt formal casual button-down full-sleeve',
    cuts: [
      cut('', 'a chest pocket', 'One chest pocket, spread collar, collar and cuffs in plain cloth'),
      cut('', 'plain cuffs', 'Spread collar and cuffs in plain cloth, one chest pocket'),
      cut('clean-front', 'a clean front', 'No chest pocket, spread collar in plain cloth'),
    ],
  },
  tshirt: {
    fit: 'Relaxed, ribbed crew neck',
    measure: 'Length 71 cm in size M',
    pack: '1 T-shirt',
    netQuantity: '1 N',
    words: 'tshirt t-shirt tee round-neck half-sleeve',
    cuts: [
      cut('chest-band', 'a chest band', 'A band of {trim} across the chest'),
      cut('pocket', 'a contrast pocket', 'A chest pocket in {trim}'),
      cut('heart-print', 'a heart print', 'A heart in {trim}, printed with water-based ink'),
    ],
  },
  polo: {
    fit: 'Regular, straight hem, half sleeves',
    measure: 'Length 72 cm in size M',
    pack: '1 polo',
    netQuantity: '1 N',
    words: 'polo collar tshirt t-shirt golf',
    cuts: [
      cut('tipped', 'tipped sleeves', 'The sleeves are tipped in {trim}; two buttons'),
      cut(
        'contrast-collar',
        'a contrast collar',
        'The collar and the sleeve tips are in {trim}; two buttons',
      ),
      cut('contrast-collar', 'contrast tips', 'A collar in {trim} and a placket of two buttons'),
    ],
  },
  jeans: {
    fit: 'Straight leg, mid rise, five pockets',
    measure: 'Inseam 79 cm in size 32',
    pack: '1 pair of jeans',
    netQuantity: '1 N',
    words: 'jeans denim pants bottoms',
    cuts: [cut('straight-fit', 'contrast stitching', 'Stitched in {trim}, with a zip fly')],
  },
  trousers: {
    fit: 'Tapered, mid rise, zip fly with a tab',
    measure: 'Inseam 78 cm in size 32',
    pack: '1 pair of trousers',
    netQuantity: '1 N',
    words: 'trousers pants chinos bottoms formal',
    cuts: [
      cut('pressed', 'a pressed crease', 'A pressed crease, slant pockets and belt loops'),
      cut('turn-up', 'turned-up hems', 'Turned-up hems, slant pockets and belt loops'),
      cut('tapered', 'slant pockets', 'Slant pockets, belt loops and a crease down the front'),
    ],
  },
  dress: {
    fit: 'Fitted bodice, flared midi skirt, side zip',
    measure: 'Length 108 cm in size M',
    pack: '1 dress',
    netQuantity: '1 N',
    words: 'dress frock midi one-piece western',
    cuts: [
      cut('tiered', 'a tiered skirt', 'Round neck, flutter sleeves and a skirt in three tiers'),
      cut('strappy', 'a tie waist', 'Wide straps and a waist that ties in {trim}'),
      cut('V-neck', 'flutter sleeves', 'V-neck, flutter sleeves and a tie waist in {trim}'),
    ],
  },
  top: {
    fit: 'Fitted to the waist, then flared; puff sleeves',
    measure: 'Length 61 cm in size M',
    pack: '1 top',
    netQuantity: '1 N',
    words: 'top blouse peplum shirt western',
    cuts: [
      cut(
        'puff-sleeve',
        'a button front',
        'Round neck with four buttons, sleeves gathered into {trim} cuffs',
      ),
      cut('V-neck', 'puff sleeves', 'V-neck, and sleeves gathered into {trim} cuffs'),
      cut('square-neck', 'puff sleeves', 'Square neck, and sleeves gathered into {trim} cuffs'),
    ],
  },
  skirt: {
    fit: 'Flared from a fitted waistband, back zip',
    measure: 'Length 78 cm in size 30',
    pack: '1 skirt',
    netQuantity: '1 N',
    words: 'skirt midi ghaghra bottoms',
    cuts: [
      cut('bordered', 'a wide contrast hem', 'Waistband and a wide hem in {trim}'),
      cut('pleated', 'a self waistband', 'Soft pleats from a waistband of the same cloth'),
      cut('pleated', 'a narrow trim', 'Soft pleats, with a waistband and a narrow trim in {trim}'),
    ],
  },
  hoodie: {
    fit: 'Relaxed, lined hood, kangaroo pocket',
    measure: 'Length 70 cm in size M',
    pack: '1 hoodie',
    netQuantity: '1 N',
    words: 'hoodie sweatshirt pullover winter',
    cuts: [
      cut('pullover', 'a kangaroo pocket', 'Ribs in a darker shade and cords in {trim}'),
      cut('contrast-rib', 'contrast ribs', 'Ribs at cuffs and hem in {trim}'),
      cut('chest-band', 'a chest band', 'A band of {trim} across the chest, and matching cords'),
    ],
  },
  jacket: {
    fit: 'Regular, to the hip, two side pockets',
    measure: 'Length 66 cm in size M',
    pack: '1 jacket',
    netQuantity: '1 N',
    words: 'jacket coat outerwear winter',
    cuts: [
      cut('trucker', 'chest pockets', 'Buttoned chest pockets and topstitching in {trim}'),
      cut('zip-front', 'dark ribs', 'A full zip, with collar, cuffs and hem in a darker shade'),
      cut('contrast-collar', 'a contrast collar', 'Buttoned chest pockets and a collar in {trim}'),
    ],
  },
} satisfies Record<string, GarmentFacts>
