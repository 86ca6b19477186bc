import type { GarmentView, Pattern } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

export type GenderName = 'WOMEN' | 'MEN'

/** A drawn photo before it has an address: see `photoPath`. */
export type PhotoSpec = {
  type: GarmentType
  pattern: Pattern
  base: string
  accent: string
  /** 0 to 20; chooses the backdrop (`tintOf`) and one of three cuts (`seed % 3`). */
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

export type DemoDetails = {
  fabric: string
  fit: string
  washCare: string
  inThePack: string
}

/** What Indian law asks of every packed product. `importer` is there when it was made abroad. */
export type DemoDeclarations = {
  genericName: string
  makerName: string
  makerAddress: string
  importerName?: string
  importerAddress?: string
  countryOfOrigin: string
  netQuantity: string
  /** For instance `2026-08`. */
  monthOfMake: string
  careName: string
  carePhone: string
  careEmail: string
  careAddress: string
}

export type DemoProduct = {
  id: string
  name: string
  description: string
  brandId: string
  categoryId: string
  /** The first is the one it belongs to; others only list it too. */
  subcategoryIds: string[]
  genders: GenderName[]
  colour: string
  colourFamily: string
  details: DemoDetails
  declarations: DemoDeclarations
  mrpPaise: number
  pricePaise: number
  sizes: string[]
  stock: Record<string, number>
  photos: DemoPhoto[]
  tint: number
  hsn: string
  gstPercent: number
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
  button: string
  /** The picture is light, so its text is ink; else its text is white. */
  isLight: boolean
  /** The colour of the picture's wall, shown while it loads. */
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
  text: string
  code: string
  photo: string
  link: string
}

export type DemoCoupon = {
  id: string
  code: string
  headline: string
  /** HTML: `b` only. */
  tagline: string
  discountType: 'flat' | 'percentage'
  /** Paise when flat, whole percent when percentage. */
  discount: number
  discountUpToPaise: number | null
  minimumPurchasePaise: number
  /** Only lines of these categories count; empty means all. */
  categoryIds: string[]
  firstOrderOnly: boolean
  /** Waives the trial charge instead of taking something off the goods. */
  waivesTrialCharge: boolean
}

/** The most specific row that fits is meant: brand before every brand, subcategory before category. */
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
  supportEmail: string
  supportPhone: string
  address: string
  legal: { name: string; registeredAddress: string; cin: string; gstin: string; state: string }
  grievanceOfficer: {
    name: string
    designation: string
    email: string
    phone: string
    hours: string
    address: string
  }
  social: { facebook: string; instagram: string; threads: string }
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
