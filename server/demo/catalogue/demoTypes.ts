import type { GarmentType, Pattern } from './data.ts'

export type GenderName = 'WOMEN' | 'MEN'

/** The whole garment, a close-up, its hem, small on a wall, and cropped for a round frame. */
export type GarmentView = 'front' | 'detail' | 'hem' | 'wall' | 'bust'

/** What a photo shows: see `productPhotoPath`. */
export type PhotoSpec = {
  type: GarmentType
  base: string
  accent: string
  pattern: Pattern
  /** 0 to 20; decides the backdrop (`backdropOf`) and one of three cuts (`seed % 3`). */
  seed: number
  view: GarmentView
}

export type DemoPhoto = { path: string; spec: PhotoSpec }

export type DemoGender = { id: string; name: GenderName; photo: string }

export type DemoBrand = {
  id: string
  name: string
  genders: GenderName[]
  photo: string
  isPremium: boolean
  hasTryAndBuy: boolean
  description: string
}

export type DemoSubcategory = {
  id: string
  name: string
  slug: string
  title: string
  photo: string
  tint: number
}

export type DemoCategory = {
  id: string
  name: string
  slug: string
  title: string
  gender: GenderName
  photo: string
  tint: number
  subcategories: DemoSubcategory[]
}

/** The declarations that Indian law requires on every packed product. For imports the maker is the importer. */
export type DemoDeclarations = {
  maker: string
  makerAddress: string
  countryOfOrigin: string
  netQuantity: string
  careContact: string
  /** Month and year, such as `Aug 2026`. */
  monthOfManufacture: string
}

export type DemoProduct = {
  id: string
  /** The seller's product code. */
  code: string
  name: string
  description: string
  brandId: string
  categoryId: string
  /** The first is its main subcategory; the others list it as well. */
  subcategoryIds: string[]
  genders: GenderName[]
  colour: string
  /** Fabric, fit, wash care, what is in the pack. */
  details: { name: string; value: string }[]
  declarations: DemoDeclarations
  mrpPaise: number
  pricePaise: number
  sizes: string[]
  stock: Record<string, number>
  photos: DemoPhoto[]
  tint: number
  hsn: string
  /** Null: by price, from the current tax table. */
  gstPercent: number | null
  searchWords: string[]
}

export type DemoSlider = {
  id: string
  sliderType: 'Top Slider' | 'Bottom Slider'
  gender: GenderName
  isFor: 'desktop' | 'mobile'
  photo: string
  link: string
  title: string
  text: string
  /** The label of the button. */
  action: string
  /** Text over a light image is dark; otherwise it is white. */
  isLight: boolean
  /** The background colour of the image, shown while it loads. */
  wall: string
}

export type DemoGridCategory = {
  id: string
  name: string
  gender: GenderName
  photo: string
  tint: number
  link: string
}

export type DemoOffer = {
  id: string
  name: string
  /** The condition, in a few words. */
  headline: string
  code: string
  photo: string
  link: string
}

export type DemoCoupon = {
  id: string
  /** The coupon code, in capitals. */
  code: string
  headline: string
  /** HTML: `strong` only. */
  tagline: string
  discountType: 'flat' | 'percentage'
  /** Set for a flat coupon. */
  amountPaise: number | null
  /** Set for a percentage coupon: 20 % is 2000. */
  basisPoints: number | null
  discountUpToPaise: number | null
  minimumPurchasePaise: number
  /** The purchase type of the bag. Null: any. */
  purchaseType: 'Standard' | 'Try and Buy' | null
  isFirstOrderOnly: boolean
  /** Null: unlimited. */
  maxUsesPerUser: number | null
}

/** The most specific matching row wins: brand before any brand, subcategory before category. */
export type DemoSizeChart = {
  id: string
  brandId: string | null
  categoryId: string
  subcategoryId: string | null
  images: string[]
}

export type DemoTerms = {
  purchaseType: 'Standard' | 'Try and Buy'
  chargePaise: number
  /** HTML: `p`, `ul`, `li`, `strong` only. */
  conditions: string
}

export type DemoShippingCharge = { shippingType: 'Standard' | 'Try and Buy'; chargePaise: number }

export type DemoWarehouse = {
  id: string
  name: string
  city: string
  state: string
  postalCode: string
  address: string
  latitude: number
  longitude: number
  radiusKm: number
  deliveryMinutes: number
  hasTryAndBuy: boolean
}

export type DemoAgent = { id: string; name: string; contactNumber: string; warehouseId: string }

export type DemoStore = {
  name: string
  tagline: string
  contacts: { address: string; email: string; phone: string; whatsapp: string; hours: string }
  legalEntity: { name: string; address: string; gstin: string; state: string }
  grievanceOfficer: {
    name: string
    designation: string
    email: string
    phone: string
    hours: string
  }
  socialLinks: { facebook: string; instagram: string; threads: string }
}

export type DemoCatalogue = {
  store: DemoStore
  genders: DemoGender[]
  brands: DemoBrand[]
  categories: DemoCategory[]
  products: DemoProduct[]
  sliders: DemoSlider[]
  gridCategories: DemoGridCategory[]
  offers: DemoOffer[]
  coupons: DemoCoupon[]
  sizeCharts: DemoSizeChart[]
  terms: DemoTerms[]
  shippingCharges: DemoShippingCharge[]
  warehouses: DemoWarehouse[]
  agents: DemoAgent[]
}
