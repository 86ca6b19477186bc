import { categoryPath, paths } from '#contract/paths.ts'
import type { DemoCoupon, DemoOffer } from './demoTypes.ts'
import { picturePath } from './picturePath.ts'

/** What the coupons have in common unless they say otherwise. */
const usual = {
  amountPaise: null,
  basisPoints: null,
  discountUpToPaise: null,
  minimumPurchasePaise: 0,
  purchaseType: null,
  isFirstOrderOnly: false,
  usesPerUser: 1,
} as const

/** The coupons of the demo store. */
export const demoCoupons: DemoCoupon[] = [
  {
    ...usual,
    id: 'coupon-first600',
    code: 'FIRST600',
    headline: '₹600 off your first order',
    tagline: 'On bags of <strong>₹2,999</strong> and above.',
    discountType: 'flat',
    amountPaise: 60000,
    minimumPurchasePaise: 299900,
    isFirstOrderOnly: true,
  },
  {
    ...usual,
    id: 'coupon-utsav20',
    code: 'UTSAV20',
    headline: '20% off for the festive season',
    tagline: 'Up to <strong>₹1,500</strong> off.',
    discountType: 'percentage',
    basisPoints: 2000,
    discountUpToPaise: 150000,
    usesPerUser: 3,
  },
  {
    ...usual,
    id: 'coupon-tryfree',
    code: 'TRYFREE',
    headline: 'The trial charge off your bag',
    tagline:
      'Takes off <strong>₹49</strong>, as much as Try &amp; Buy costs, from bags of <strong>₹999</strong> where you choose it.',
    discountType: 'flat',
    amountPaise: 4900,
    minimumPurchasePaise: 99900,
    purchaseType: 'Try and Buy',
    usesPerUser: null,
  },
  {
    ...usual,
    id: 'coupon-bada1500',
    code: 'BADA1500',
    headline: '₹1,500 off big bags',
    tagline: 'On bags of <strong>₹9,999</strong> and above.',
    discountType: 'flat',
    amountPaise: 150000,
    minimumPurchasePaise: 999900,
    usesPerUser: null,
  },
]

/** The offers of the home page. */
export const demoOffers: DemoOffer[] = [
  {
    id: 'offer-first600',
    name: '₹600 off your first order',
    headline: 'On bags of ₹2,999 and above',
    code: 'FIRST600',
    photo: picturePath('offer-first600'),
    link: paths.collections,
  },
  {
    id: 'offer-utsav20',
    name: '20% off festive wear',
    headline: 'Up to ₹1,500',
    code: 'UTSAV20',
    photo: picturePath('offer-utsav20'),
    link: categoryPath('women-lehengas'),
  },
  {
    id: 'offer-tryfree',
    name: 'Free trial charges',
    headline: 'Try and Buy orders in Indore',
    code: 'TRYFREE',
    photo: picturePath('offer-tryfree'),
    link: categoryPath('men-kurtas'),
  },
]
