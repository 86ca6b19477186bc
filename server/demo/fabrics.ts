export type Fabric = {
  /** As the label says it. */
  name: string
  /** The one word of it in a product's name. */
  word: string
  feel: string
  care: string
}

const washCold = 'Machine wash cold with like colours, dry in shade, warm iron'
const gentle = 'Gentle wash cold, do not wring, dry flat in shade, cool iron'
const dryClean = 'Dry clean only, steam iron on the wrong side'
const wipe = 'Wipe with a dry cloth, keep away from water, store in its bag'

type Row = [id: string, name: string, word: string, feel: string, care: string]

const rows: Row[] = [
  [
    'cambric',
    'Cotton cambric',
    'cotton',
    'Cambric is light and a little crisp, and softens with each wash.',
    washCold,
  ],
  [
    'mul',
    'Mul cotton',
    'mul-cotton',
    'Mul is a fine, open weave that stays cool on humid days.',
    gentle,
  ],
  [
    'khadi',
    'Handspun khadi cotton',
    'khadi',
    'Spun and woven by hand, so the yarn is uneven and the face grainy.',
    washCold,
  ],
  [
    'linen',
    'Linen',
    'linen',
    'Linen breathes well and creases; a damp iron brings it back.',
    washCold,
  ],
  ['rayon', 'Viscose rayon', 'rayon', 'Viscose falls softly and feels cool on the skin.', gentle],
  [
    'georgette',
    'Polyester georgette',
    'georgette',
    'Georgette is light, with a grainy hand and a clean fall.',
    gentle,
  ],
  [
    'crepe',
    'Polyester crepe',
    'crepe',
    'The matte crepe hardly creases, so it travels well.',
    gentle,
  ],
  ['satin', 'Polyester satin', 'satin', 'Shiny on the face and matte on the back.', gentle],
  [
    'chanderi',
    'Chanderi silk-cotton',
    'chanderi',
    'Silk one way and cotton the other: sheer, light and slightly stiff.',
    dryClean,
  ],
  [
    'rawsilk',
    'Raw silk',
    'raw-silk',
    'The slubs of the yarn show; they are part of the cloth.',
    dryClean,
  ],
  [
    'artsilk',
    'Art silk (viscose)',
    'art-silk',
    'A viscose weave with the shine of silk, at less weight.',
    dryClean,
  ],
  [
    'brocade',
    'Viscose brocade',
    'brocade',
    'Woven with a metallic yarn; it is firm and keeps its shape.',
    dryClean,
  ],
  ['velvet', 'Cotton velvet', 'velvet', 'A short, dense pile with a soft shine.', dryClean],
  ['poplin', 'Cotton poplin', 'poplin', 'A tight, smooth weave that holds a crisp line.', washCold],
  [
    'oxford',
    'Oxford cotton',
    'oxford',
    'A sturdy basket weave that is soft after a few washes.',
    washCold,
  ],
  [
    'brushed',
    'Brushed cotton',
    'brushed-cotton',
    'Brushed on one side, so it is warm without weight.',
    washCold,
  ],
  ['twill', 'Cotton twill', 'twill', 'A diagonal weave: strong, and smooth to wear.', washCold],
  [
    'suiting',
    'Poly-viscose suiting',
    'suiting',
    'It keeps its crease and needs little ironing.',
    gentle,
  ],
  [
    'jersey',
    'Cotton jersey, 180 g/m²',
    'cotton',
    'A fine knit that was shrunk before it was cut.',
    washCold,
  ],
  [
    'heavyjersey',
    'Cotton jersey, 240 g/m²',
    'heavyweight',
    'A dense knit that keeps its shape and does not show through.',
    washCold,
  ],
  [
    'pique',
    'Cotton pique',
    'pique',
    'Its small raised texture keeps the cloth off the skin.',
    washCold,
  ],
  [
    'loopback',
    'Loopback cotton, 320 g/m²',
    'loopback',
    'Smooth outside and looped inside: warm without bulk.',
    washCold,
  ],
  [
    'denim',
    'Cotton denim, 12 oz',
    'denim',
    'It starts firm and breaks in to the wearer.',
    'Wash inside out, cold and seldom; the dye may rub off at first',
  ],
  [
    'stretchdenim',
    'Denim, 98% cotton, 2% elastane',
    'stretch-denim',
    'The little elastane gives way at the knee and comes back.',
    'Wash inside out, cold; do not bleach or tumble dry',
  ],
  [
    'canvas',
    'Cotton canvas',
    'canvas',
    'A plain, strong weave that ages well.',
    'Brush off dry dirt, spot clean with mild soap',
  ],
  [
    'leather',
    'Full-grain leather',
    'leather',
    'The grain was left as it is; it darkens a little with use.',
    wipe,
  ],
  ['suede', 'Cow suede', 'suede', 'A soft nap that marks when wet; brush it dry.', wipe],
  [
    'fauxleather',
    'Polyurethane on cotton',
    'faux-leather',
    'It wipes clean and holds its shape.',
    'Wipe with a damp cloth, dry away from heat',
  ],
]

/** What the demo's clothes, shoes and bags are made of. */
export const fabrics: Record<string, Fabric> = Object.fromEntries(
  rows.map(([id, name, word, feel, care]) => [id, { name, word, feel, care }]),
)

export function fabricOf(id: string): Fabric {
  const fabric = fabrics[id]
  if (!fabric) throw new Error(`There is no fabric ${id}`)
  return fabric
}
