import type { SearchFacts } from './searchFacts.ts'

/**
 * Searches as shoppers in India type them, each with what a shop assistant would show. Conditions are
 * about the texts and numbers of a product, not about how the search works. `searchQuality.test.ts` and
 * `bench:search` grade the results with them.
 */
export type JudgedQuery = {
  query: string
  /** The kind of garment: matched against category, subcategories and name. */
  garment?: RegExp
  colour?: RegExp
  fabric?: RegExp
  /** Other words that name or description words must have. */
  text?: RegExp
  brand?: RegExp
  gender?: 'men' | 'women'
  minRupees?: number
  maxRupees?: number
  /** Sizes of which at least one is in stock. */
  sizes?: string[]
}

const red = /wine|maroon|red|crimson/i
const pink = /rose|pink|peach/i
const blue = /indigo|royal|denim blue|sky|blue|teal/i
const navy = /ink|navy/i
const green = /green|mint|olive/i
const white = /white|ivory/i
const grey = /grey|charcoal/i
const yellow = /turmeric|mustard|yellow/i
const purple = /plum|lilac|purple/i
const brown = /rust|brown|tan/i
const orange = /terracotta|orange/i
const beige = /cream|sand|beige/i

const saree = /saree/i
const kurta = /\bkurtas?\b/i
const kurti = /kurti/i
const lehenga = /lehenga/i
const anarkali = /anarkali/i
const salwar = /salwar|\bsets\b/i
const dress = /dress/i
const top = /\btops?\b/i
const skirt = /skirt/i
const jeans = /jeans/i
const trousers = /trousers|chinos/i
const jacket = /jacket/i
const hoodie = /hoodie/i
const jutti = /jutti|mojari/i
const heels = /heels|pumps/i
const sneakers = /sneakers/i
const bag = /\bbags?\b|satchel/i
const sherwani = /sherwani/i
const nehru = /nehru/i
const shirt = /(?<!t-)\bshirts?\b/i
const tshirt = /t-shirt/i
const polo = /polo/i
const shoes = /footwear|sneakers|mojari|jutti|heels/i

export const judgedQueries: JudgedQuery[] = [
  // Plain names, singular and plural
  { query: 'saree', garment: saree },
  { query: 'sarees', garment: saree },
  { query: 'kurti', garment: kurti },
  { query: 'kurtis for women', garment: kurti, gender: 'women' },
  { query: 'kurta', garment: kurta },
  { query: 'kurtas for men', garment: kurta, gender: 'men' },
  { query: 'lehenga', garment: lehenga },
  { query: 'lehenga set', garment: lehenga },
  { query: 'anarkali', garment: anarkali },
  { query: 'salwar set', garment: salwar },
  { query: 'dress', garment: dress },
  { query: 'midi dress', garment: dress, text: /midi/i },
  { query: 'top', garment: top },
  { query: 'tops', garment: top },
  { query: 'skirt', garment: skirt },
  { query: 'jeans', garment: jeans },
  { query: 'trousers', garment: trousers },
  { query: 'jacket', garment: jacket },
  { query: 'hoodie', garment: hoodie },
  { query: 'hoodies', garment: hoodie },
  { query: 'heels', garment: heels },
  { query: 'sneakers', garment: sneakers },
  { query: 'handbag', garment: bag },
  { query: 'sherwani', garment: sherwani },
  { query: 'nehru jacket', garment: nehru },
  { query: 'mojari', garment: /mojari/i },
  { query: 'shirt', garment: shirt },
  { query: 't-shirt', garment: tshirt },
  { query: 'tshirts', garment: tshirt },
  { query: 'polo', garment: polo },
  { query: 'chinos', garment: /chinos/i },
  // Genders
  { query: 'mens shirt', garment: shirt, gender: 'men' },
  { query: "men's jeans", garment: jeans, gender: 'men' },
  { query: 'women jeans', garment: jeans, gender: 'women' },
  { query: 'ladies top', garment: top, gender: 'women' },
  { query: 'girls dress', garment: dress, gender: 'women' },
  { query: 'jacket for ladies', garment: jacket, gender: 'women' },
  { query: 'gents kurta', garment: kurta, gender: 'men' },
  { query: 'boys hoodie', garment: hoodie, gender: 'men' },
  { query: 'trousers for women', garment: trousers, gender: 'women' },
  // Colours and shades
  { query: 'red saree', garment: saree, colour: red },
  { query: 'pink kurti', garment: kurti, colour: pink },
  { query: 'blue shirt', garment: shirt, colour: blue },
  { query: 'navy blue shirt', garment: shirt, colour: navy },
  { query: 'white shirt', garment: shirt, colour: white },
  { query: 'green kurta', garment: kurta, colour: green },
  { query: 'bottle green saree', garment: saree, colour: green },
  { query: 'yellow dress', garment: dress, colour: yellow },
  { query: 'mustard kurti', garment: kurti, colour: yellow },
  { query: 'maroon sherwani', garment: sherwani, colour: red },
  { query: 'purple top', garment: top, colour: purple },
  { query: 'lavender kurti', garment: kurti, colour: purple },
  { query: 'grey hoodie', garment: hoodie, colour: grey },
  { query: 'brown bag', garment: bag, colour: brown },
  { query: 'beige trousers', garment: trousers, colour: beige },
  { query: 'orange kurta', garment: kurta, colour: orange },
  { query: 'ivory lehenga', garment: lehenga, colour: white },
  { query: 'sky blue kurti', garment: kurti, colour: blue },
  { query: 'olive t shirt', garment: tshirt, colour: green },
  { query: 'white sneakers', garment: sneakers, colour: /white|ivory|cream/i },
  // Fabrics and patterns
  { query: 'cotton kurti', garment: kurti, fabric: /cotton|cambric|khadi/i },
  { query: 'linen shirt', garment: shirt, fabric: /linen/i },
  { query: 'silk saree', garment: saree, fabric: /silk/i },
  { query: 'georgette saree', garment: saree, fabric: /georgette/i },
  { query: 'denim jacket', garment: jacket, fabric: /denim/i },
  { query: 'leather bag', garment: bag, fabric: /full-grain leather|suede/i },
  { query: 'velvet lehenga', garment: lehenga, fabric: /velvet/i },
  { query: 'khadi kurta', garment: kurta, text: /khadi/i },
  { query: 'chanderi salwar set', garment: salwar, text: /chanderi/i },
  { query: 'floral dress', garment: dress, text: /floral/i },
  { query: 'striped shirt', garment: shirt, text: /striped/i },
  { query: 'checked shirt', garment: shirt, text: /checked/i },
  { query: 'bandhani saree', garment: saree, text: /bandhani/i },
  { query: 'block print kurti', garment: kurti, text: /block-print/i },
  { query: 'ikat saree', garment: saree, text: /ikat/i },
  { query: 'polka dot dress', garment: dress, text: /polka/i },
  { query: 'leheriya saree', garment: saree, text: /leheriya/i },
  { query: 'printed shirt', garment: shirt, text: /print|floral|ikat|polka|paisley/i },
  { query: 'cotton printed kurti', garment: kurti, text: /print/i },
  // Prices
  { query: 'saree between 1000 and 2000', garment: saree, minRupees: 1000, maxRupees: 2000 },
  { query: 'saree under 3000', garment: saree, maxRupees: 3000 },
  { query: 'shirt under 1000', garment: shirt, maxRupees: 1000 },
  { query: 'kurti below ₹1,500', garment: kurti, maxRupees: 1500 },
  { query: 'dress above 2000', garment: dress, minRupees: 2000 },
  { query: 'jeans 1000-2000', garment: jeans, minRupees: 1000, maxRupees: 2000 },
  { query: 'bag less than 2k', garment: bag, maxRupees: 2000 },
  { query: 'sneakers under rs. 2500', garment: sneakers, maxRupees: 2500 },
  { query: 'kurta 1000 se kam', garment: kurta, maxRupees: 1000 },
  { query: 'lehenga from 5000 to 10000', garment: lehenga, minRupees: 5000, maxRupees: 10000 },
  { query: 'pink saree under 3000', garment: saree, colour: pink, maxRupees: 3000 },
  // Sizes
  { query: 'xxl kurta', garment: kurta, sizes: ['XXL'] },
  { query: 'kurti size s', garment: kurti, sizes: ['S'] },
  { query: 'size 40 shirt', garment: shirt, sizes: ['M', '40'] },
  { query: 'jeans 32 waist', garment: jeans, sizes: ['32'] },
  { query: 'women jeans size 28', garment: jeans, gender: 'women', sizes: ['28'] },
  { query: 'heels uk 5', garment: heels, sizes: ['UK 5'] },
  { query: 'xl t shirt', garment: tshirt, sizes: ['XL'] },
  // Occasions
  { query: 'party wear dress', garment: dress },
  { query: 'wedding lehenga', garment: lehenga },
  { query: 'office shirt', garment: shirt },
  { query: 'formal trousers', garment: trousers, text: /trousers|suiting/i },
  { query: 'festive kurta for men', garment: kurta, gender: 'men' },
  { query: 'diwali kurta', garment: kurta },
  { query: 'casual shirt for men', garment: shirt, gender: 'men' },
  { query: 'shaadi ke liye sherwani', garment: sherwani },
  { query: 'bridal lehenga', garment: lehenga },
  // Brands
  { query: 'saanjh', brand: /saanjh/i },
  { query: 'saanjh kurti', brand: /saanjh/i, garment: kurti },
  { query: 'alta studio', brand: /alta studio/i },
  { query: 'vayu denim jeans', brand: /vayu/i, garment: jeans },
  { query: 'gulmohar kurti', brand: /gulmohar/i, garment: kurti },
  { query: 'kesari loom saree', brand: /kesari/i, garment: saree },
  { query: 'maru', brand: /maru/i },
  { query: 'nool and co shirt', brand: /nool/i, garment: shirt },
  // Hinglish
  { query: 'lal saree', garment: saree, colour: red },
  { query: 'gulabi kurti', garment: kurti, colour: pink },
  { query: 'safed kurta', garment: kurta, colour: white },
  { query: 'neeli jeans', garment: jeans, colour: blue },
  { query: 'kurta pajama', garment: kurta },
  { query: 'kolhapuri', garment: jutti },
  { query: 'chappal', garment: shoes },
  { query: 'joote', garment: shoes },
  { query: 'mard ke liye shirt', garment: shirt, gender: 'men' },
  { query: 'suti kurti', garment: kurti, fabric: /cotton|cambric|khadi/i },
  { query: 'reshmi saree', garment: saree, fabric: /silk/i },
  // Hindi
  { query: 'गुलाबी साड़ी', garment: saree, colour: pink },
  { query: 'साड़ी', garment: saree },
  { query: 'लाल कुर्ता', garment: kurta, colour: red },
  { query: 'कुर्ती', garment: kurti },
  { query: 'नीली जींस', garment: jeans, colour: blue },
  { query: 'सफेद शर्ट', garment: shirt, colour: white },
  { query: 'लहंगा', garment: lehenga },
  { query: 'शेरवानी', garment: sherwani },
  { query: 'महिला टॉप', garment: top, gender: 'women' },
  { query: 'साड़ी 3000 से कम', garment: saree, maxRupees: 3000 },
  { query: 'सूती कुर्ता', garment: kurta, fabric: /cotton|khadi/i },
  { query: 'चप्पल', garment: shoes },
  // Typing errors, joined and split words
  { query: 'shrit', garment: shirt },
  { query: 'sarre', garment: saree },
  { query: 'kurtha', garment: kurta },
  { query: 'lehnga', garment: lehenga },
  { query: 'anarkli', garment: anarkali },
  { query: 'jens', garment: jeans },
  { query: 'tousers', garment: trousers },
  { query: 'sneekers', garment: sneakers },
  { query: 'blak shirt', garment: shirt, colour: /black|charcoal/i },
  { query: 'dres', garment: dress },
  { query: 't shirt', garment: tshirt },
  { query: 'tee shirt', garment: tshirt },
  { query: 'hoody', garment: hoodie },
  { query: 'jaket', garment: jacket },
  { query: 'sharwani', garment: sherwani },
  { query: 'hand bag', garment: bag },
  // Several parts at once
  {
    query: 'cotton kurti under 1500 for women',
    garment: kurti,
    fabric: /cotton|cambric|khadi/i,
    maxRupees: 1500,
  },
  { query: 'linen shirt for men size l', garment: shirt, fabric: /linen/i, sizes: ['L'] },
  { query: 'red bandhani saree', garment: saree, colour: red, text: /bandhani/i },
  { query: 'blue block print kurti', garment: kurti, colour: blue, text: /block-print/i },
  { query: 'green silk saree', garment: saree, colour: green, fabric: /silk/i },
  { query: 'white linen shirt', garment: shirt, colour: white, fabric: /linen/i },
]

/** 3 for a full match, 1 for the right garment only, 0 for anything else. */
export function gradeOf(judged: JudgedQuery, facts: SearchFacts): 0 | 1 | 3 {
  const { garment, brand } = judged
  const isGarment = garment
    ? garment.test(facts.kind) || garment.test(facts.name)
    : (brand?.test(facts.brand) ?? false)
  if (!isGarment) return 0
  const isAll =
    (judged.colour?.test(facts.colour) ?? true) &&
    (judged.fabric?.test(`${facts.fabric} ${facts.name}`) ?? true) &&
    (judged.text?.test(`${facts.name} ${facts.kind} ${facts.fabric} ${facts.words}`) ?? true) &&
    (brand?.test(facts.brand) ?? true) &&
    (judged.gender === undefined || facts.genders.includes(judged.gender)) &&
    facts.rupees >= (judged.minRupees ?? 0) &&
    facts.rupees <= (judged.maxRupees ?? Infinity) &&
    (judged.sizes?.some((size) => facts.sizes.includes(size)) ?? true)
  return isAll ? 3 : 1
}
