import { categoryPath, paths, subcategoryPath } from '#contract/paths.ts'
import { imagePath } from '#server/demo/imagePath.ts'
import type { DemoCoupon, DemoOffer, DemoSlider } from './demoTypes.ts'

type Row = [
  scene: string,
  wall: string,
  isLight: boolean,
  sliderType: DemoSlider['sliderType'],
  title: string,
  text: string,
  action: string,
  link: string,
]

const rows: Row[] = [
  [
    'women-1',
    '#0f4437',
    false,
    'Top Slider',
    'Dressed before the dhol starts',
    'Anarkalis, lehengas and sarees, at your door {delivery}.',
    'Shop festive wear',
    categoryPath('women-anarkalis'),
  ],
  [
    'women-3',
    '#43243f',
    false,
    'Top Slider',
    'Woven, tied, dyed',
    'Ikat and bandhani from artisans who still take their time.',
    'Shop sarees',
    categoryPath('women-sarees'),
  ],
  [
    'women-4',
    '#dfe7f0',
    true,
    'Top Slider',
    'Off duty, on time',
    'Denim, easy tops and dresses for your days off.',
    'Shop denim',
    categoryPath('women-jeans-trousers'),
  ],
  [
    'women-2',
    '#f3d9cf',
    true,
    'Bottom Slider',
    'Everyday, in colour',
    'Cotton dresses, kurtis and skirts for every hour of the day.',
    'Shop everyday wear',
    subcategoryPath('everyday-kurtis'),
  ],
  [
    'men-1',
    '#1c2f4a',
    false,
    'Top Slider',
    'Ready before the baraat',
    'Sherwanis and Nehru jackets, at your door {delivery}.',
    'Shop festive wear',
    categoryPath('men-sherwanis'),
  ],
  [
    'men-3',
    '#3a2a20',
    false,
    'Top Slider',
    'Handloom, every day',
    'Kurtas in khadi, linen and block print.',
    'Shop kurtas',
    categoryPath('men-kurtas'),
  ],
  [
    'men-4',
    '#f0e4cf',
    true,
    'Top Slider',
    'Layers for cool evenings',
    'Hoodies, zip jackets and denim.',
    'Shop layers',
    categoryPath('men-layers'),
  ],
  [
    'men-2',
    '#cfe9de',
    true,
    'Bottom Slider',
    'Monday to Sunday',
    'Shirts, polos and denim that work all week.',
    'Shop everyday wear',
    categoryPath('men-shirts'),
  ],
]

/** Every slider in two formats: for wide screens and for phones. */
export function demoSliders(): DemoSlider[] {
  return rows.flatMap(([name, wall, isLight, sliderType, title, text, action, link]) => {
    const words = { sliderType, title, text, action, link, wall, isLight }
    return (['desktop', 'mobile'] as const).map((isFor) => ({
      id: `${name}-${isFor}`,
      gender: name.startsWith('women') ? ('WOMEN' as const) : ('MEN' as const),
      isFor,
      photo: imagePath(`hero-${name}-${isFor}`),
      ...words,
    }))
  })
}

/** Default values of a coupon. */
const couponDefaults = {
  amountPaise: null,
  basisPoints: null,
  discountUpToPaise: null,
  minimumPurchasePaise: 0,
  purchaseType: null,
  isFirstOrderOnly: false,
  maxUsesPerUser: 1,
} as const

/** The coupons of the demo store. */
export const demoCoupons: DemoCoupon[] = [
  {
    ...couponDefaults,
    id: 'coupon-first600',
    code: 'FIRST600',
    headline: '₹600 off your first order',
    tagline: 'On orders of <strong>₹2,999</strong> and above.',
    discountType: 'flat',
    amountPaise: 60000,
    minimumPurchasePaise: 299900,
    isFirstOrderOnly: true,
  },
  {
    ...couponDefaults,
    id: 'coupon-utsav20',
    code: 'UTSAV20',
    headline: '20% off for the festive season',
    tagline: 'Up to <strong>₹1,500</strong> off.',
    discountType: 'percentage',
    basisPoints: 2000,
    discountUpToPaise: 150000,
    maxUsesPerUser: 3,
  },
  {
    ...couponDefaults,
    id: 'coupon-tryfree',
    code: 'TRYFREE',
    headline: 'Free trial with Try & Buy',
    tagline:
      'Saves the trial charge of <strong>₹49</strong> on Try &amp; Buy orders of <strong>₹999</strong> and above.',
    discountType: 'flat',
    amountPaise: 4900,
    minimumPurchasePaise: 99900,
    purchaseType: 'Try and Buy',
    maxUsesPerUser: null,
  },
  {
    ...couponDefaults,
    id: 'coupon-bada1500',
    code: 'BADA1500',
    headline: '₹1,500 off big orders',
    tagline: 'On orders of <strong>₹9,999</strong> and above.',
    discountType: 'flat',
    amountPaise: 150000,
    minimumPurchasePaise: 999900,
    maxUsesPerUser: null,
  },
]

/** The offers of the home page. */
export const demoOffers: DemoOffer[] = [
  {
    id: 'offer-first600',
    name: '₹600 off your first order',
    headline: 'On orders of ₹2,999 and above',
    code: 'FIRST600',
    photo: imagePath('offer-first600'),
    link: paths.collections,
  },
  {
    id: 'offer-utsav20',
    name: '20% off for the festive season',
    headline: 'Up to ₹1,500 off',
    code: 'UTSAV20',
    photo: imagePath('offer-utsav20'),
    link: categoryPath('women-lehengas'),
  },
  {
    id: 'offer-tryfree',
    name: 'Free trial with Try & Buy',
    headline: 'On orders of ₹999 and above, in Indore',
    code: 'TRYFREE',
    photo: imagePath('offer-tryfree'),
    link: categoryPath('men-kurtas'),
  },
]
