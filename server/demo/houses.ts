import type { GenderName } from './demoTypes.ts'

/** A brand, who makes its things, and where those it does not make in India come from. */
export type House = {
  id: string
  name: string
  /** Begins the seller's numbers of its products. */
  mark: string
  genders: GenderName[]
  isPremium: boolean
  hasTryAndBuy: boolean
  maker: string
  makerAddress: string
  /** Of a hundred products, how many were made where. The rest is from India. */
  abroad: [country: string, share: number][]
}

type Row = [
  id: string,
  name: string,
  genders: string,
  flags: string,
  maker: string,
  address: string,
  abroad?: House['abroad'],
]

const rows: Row[] = [
  [
    'saanjh',
    'Saanjh',
    'WOMEN',
    'premium',
    'Saanjh Handprints LLP',
    'Plot 14, Block C, Sitapura Industrial Area, Jaipur, Rajasthan 302022',
  ],
  [
    'nool-and-co',
    'Nool & Co.',
    'WOMEN MEN',
    'premium',
    'Nool and Company Garments',
    '27 Avinashi Road, Anupparpalayam, Tiruppur, Tamil Nadu 641652',
  ],
  [
    'kesari-loom',
    'Kesari Loom',
    'WOMEN MEN',
    'premium no-trial',
    'Kesari Loom Weavers Private Limited',
    'B 31/7 Lallapura, Varanasi, Uttar Pradesh 221010',
  ],
  [
    'alta-studio',
    'Alta Studio',
    'WOMEN MEN',
    'premium',
    'Alta Studio Apparel Private Limited',
    '112 Peenya 2nd Stage, Bengaluru, Karnataka 560058',
    [
      ['Bangladesh', 12],
      ['Italy', 8],
    ],
  ],
  [
    'gulmohar',
    'Gulmohar',
    'WOMEN',
    'premium',
    'Gulmohar Creations LLP',
    '6 Ring Road Textile Market, Surat, Gujarat 395002',
  ],
  [
    'kori',
    'Kori',
    'WOMEN MEN',
    'premium',
    'Kori Footcraft Private Limited',
    '48 Hing ki Mandi, Agra, Uttar Pradesh 282003',
    [['Italy', 12]],
  ],
  [
    'ektara',
    'Ektara',
    'WOMEN MEN',
    'premium',
    'Ektara Couture Private Limited',
    '9 Park Circus Row, Kolkata, West Bengal 700017',
  ],
  [
    'bunkar-row',
    'Bunkar Row',
    'WOMEN MEN',
    '',
    'Bunkar Row Handloom Producer Company',
    '3 Pranpur Road, Chanderi, Madhya Pradesh 473446',
  ],
  [
    'maru',
    'MARU',
    'WOMEN MEN',
    'premium',
    'Maru Goods Private Limited',
    '71 Basni Phase II, Jodhpur, Rajasthan 342005',
    [
      ['Vietnam', 35],
      ['Italy', 15],
    ],
  ],
  [
    'dhaaga-9',
    'dhaaga 9',
    'MEN',
    '',
    'Dhaaga Nine Clothing LLP',
    '205 Lower Parel Industrial Estate, Mumbai, Maharashtra 400013',
    [['Bangladesh', 12]],
  ],
  [
    'vayu-denim',
    'VAYU Denim',
    'WOMEN MEN',
    '',
    'Vayu Denim Mills Private Limited',
    'Survey 88, Narol, Ahmedabad, Gujarat 382405',
    [
      ['Bangladesh', 18],
      ['Vietnam', 6],
    ],
  ],
  [
    'tarang',
    'tarang',
    'WOMEN MEN',
    '',
    'Tarang Knitwear Private Limited',
    '54 Industrial Area B, Ludhiana, Punjab 141003',
    [
      ['Bangladesh', 20],
      ['Vietnam', 8],
    ],
  ],
]

/** The brands of the demo store. One of them, a weaver, does not take part in Try and Buy. */
export const houses: House[] = rows.map(
  ([id, name, genders, flags, maker, makerAddress, abroad = []]) => ({
    id,
    name,
    mark: id
      .replace(/[^a-z]/g, '')
      .slice(0, 3)
      .toUpperCase(),
    genders: genders.split(' ') as GenderName[],
    isPremium: flags.includes('premium'),
    hasTryAndBuy: !flags.includes('no-trial'),
    maker,
    makerAddress,
    abroad,
  }),
)

export function houseOf(id: string): House {
  const house = houses.find((one) => one.id === id)
  if (!house) throw new Error(`There is no brand ${id}`)
  return house
}
