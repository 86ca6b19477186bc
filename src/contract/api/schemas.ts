import * as v from 'valibot'

import {
  AddressDeletedReply,
  AddressesReply,
  AddressReply,
  ChangedAddress,
  NewAddress,
  Profile,
  ProfileReply,
} from '#contract/account.ts'
import {
  Login,
  LoginReply,
  Otp,
  Signup,
  SignupReply,
  VerifyOtp,
  VerifyOtpReply,
} from '#contract/auth.ts'
import {
  AddToCart,
  CartQuery,
  CartReply,
  CartViewReply,
  CouponsReply,
  MoveToWishlist,
  MoveToWishlistReply,
  RemoveLine,
  TryCoupon,
  TryCouponReply,
  UpdateCart,
  UpdateCartReply,
} from '#contract/cart.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import {
  BrandPageReply,
  BrandsReply,
  CategoriesReply,
  GendersReply,
  HomeGridReply,
  OffersReply,
  ProductsReply,
  ShippingChargesReply,
  SizeChartReply,
  SlidersReply,
  SubcategoriesReply,
  TermsReply,
} from '#contract/catalogue/catalogue.ts'
import {
  BrandsQuery,
  FiltersQuery,
  FiltersReply,
  ListQuery,
  ProductListReply,
  SuggestQuery,
  SuggestReply,
  TrendingSearchesReply,
} from '#contract/catalogue/listing.ts'
import { ProductReply } from '#contract/catalogue/product.ts'
import { NewReview, OwnReviewReply, ReviewsReply } from '#contract/catalogue/review.ts'
import * as checkout from '#contract/checkout.ts'
import {
  AroundQuery,
  DeliveryQuery,
  DeliveryReply,
  MapPlacesReply,
  PlaceQuery,
  PlaceReply,
  PlacesReply,
  ReverseGeocodeQuery,
} from '#contract/location.ts'
import {
  ProductAlertRequest,
  PushKeyReply,
  Subscribe,
  Unsubscribe,
} from '#contract/notification.ts'
import * as order from '#contract/order.ts'
import { InvoiceReply } from '#contract/order.ts'
import * as rules from '#contract/rules.ts'
import { Complaint, ComplaintReply, StoreReply, Vitals } from '#contract/storeFacts.ts'
import * as wishlist from '#contract/wishlist.ts'
import type { CallName } from './calls.ts'
import { DoneReply, PhotoReply, reply } from './fields.ts'

/**
 * Maximum size of a file, time it may take to arrive, and number of concurrent uploads per
 * customer.
 */
type Upload = { maxBytes: number; timeLimitMs: number; atOnce: number }

/** The schemas of a call. `reply` is undefined where the response is not JSON. */
export type CallSchemas = {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Set where the body is a file instead of JSON. */
  upload?: Upload
  reply?: v.GenericSchema
}

const GenderQuery = v.pick(ListQuery, ['gender'])
const CursorQuery = v.pick(ListQuery, ['cursor'])

/** The schemas of every call: requests are validated by them, and replies. */
export const schemas = {
  checkDelivery: { query: DeliveryQuery, reply: DeliveryReply },
  readFilters: { query: FiltersQuery, reply: FiltersReply },
  readGenders: { reply: catalogue.GendersReply },
  readOffers: { reply: catalogue.OffersReply },
  readTryAndBuyTerms: { reply: catalogue.TermsReply },
  readStandardTerms: { reply: catalogue.TermsReply },
  readShippingCharges: { reply: catalogue.ShippingChargesReply },
  readSliders: { reply: catalogue.SlidersReply },
  readHomeGrid: { reply: catalogue.HomeGridReply },
  readProducts: { query: ListQuery, reply: ProductListReply },
  suggestProducts: { query: SuggestQuery, reply: SuggestReply },
  readTrendingSearches: { reply: TrendingSearchesReply },
  readPairings: { reply: catalogue.ProductsReply },
  readReviews: { query: CursorQuery, reply: ReviewsReply },
  readProduct: { reply: ProductReply },
  readCategories: { query: GenderQuery, reply: catalogue.CategoriesReply },
  readRandomSubcategories: { query: GenderQuery, reply: catalogue.SubcategoriesReply },
  readBrands: { query: BrandsQuery, reply: catalogue.BrandsReply },
  readPremiumBrands: { query: GenderQuery, reply: catalogue.BrandsReply },
  readBrandPage: { reply: catalogue.BrandPageReply },
  readSizeChart: { reply: catalogue.SizeChartReply },
  searchPlaces: { query: PlaceQuery, reply: PlacesReply },
  reverseGeocode: { query: ReverseGeocodeQuery, reply: PlaceReply },
  readPlacesAround: { query: AroundQuery, reply: MapPlacesReply },
  readPlace: { reply: PlaceReply },
  readStore: { reply: StoreReply },
  readPushKey: { reply: PushKeyReply },
  complain: { body: Complaint, reply: ComplaintReply },
  reportVitals: { body: Vitals },
  login: { body: Login, reply: LoginReply },
  verifyOtp: { body: VerifyOtp, reply: VerifyOtpReply },
  signup: { body: Signup, reply: SignupReply },
  logout: { reply: DoneReply },
  updateProfile: { body: Profile, reply: ProfileReply },
  exportUser: { reply: reply({ result: v.record(v.string(), v.unknown()) }) },
  deleteUser: { body: v.object({ otp: Otp }), reply: DoneReply },
  readAddresses: { reply: AddressesReply },
  addAddress: { body: NewAddress, reply: AddressReply },
  updateAddress: { body: ChangedAddress, reply: AddressReply },
  deleteAddress: { reply: AddressDeletedReply },
  readCart: { query: CartQuery, reply: CartViewReply },
  addToCart: { body: AddToCart, reply: CartReply },
  updateCart: { body: UpdateCart, reply: UpdateCartReply },
  removeLine: { body: RemoveLine, reply: CartReply },
  moveToWishlist: { body: MoveToWishlist, reply: MoveToWishlistReply },
  placeOrder: { body: checkout.PlaceOrder, reply: checkout.PlaceOrderReply },
  verifyPayment: { body: checkout.VerifyPayment, reply: checkout.VerifyPaymentReply },
  readPayment: { reply: checkout.PaymentStateReply },
  readOrders: { reply: order.OrdersReply },
  streamOrderEvents: {},
  sendPaymentLink: { reply: order.PaymentLinkReply },
  readInvoice: { reply: InvoiceReply },
  readOrder: { reply: order.OrderReply },
  cancelOrder: { body: order.CancelOrder, reply: DoneReply },
  orderAgain: {
    reply: reply({
      result: v.object({ cart: CartReply.entries.result, missing: v.array(v.string()) }),
    }),
  },
  addReturnPhoto: { upload: rules.returnPhotos, reply: PhotoReply },
  returnLines: { body: order.ReturnLines, reply: DoneReply },
  exchangeLine: { body: order.ExchangeLine, reply: DoneReply },
  readWishlist: { reply: wishlist.WishlistReply },
  readWishlistIds: { reply: wishlist.WishlistIdsReply },
  readWishlistStatus: { reply: wishlist.WishlistStatusReply },
  addToWishlist: { body: wishlist.AddToWishlist, reply: DoneReply },
  moveToCart: { body: wishlist.MoveToCart, reply: DoneReply },
  removeFromWishlist: { body: wishlist.RemoveFromWishlist, reply: DoneReply },
  readOpenCoupons: { reply: CouponsReply },
  readCoupons: { reply: CouponsReply },
  tryCoupon: { body: TryCoupon, reply: TryCouponReply },
  readOwnReview: { reply: OwnReviewReply },
  addReviewPhoto: { upload: rules.reviewPhotos, reply: PhotoReply },
  addReview: { body: NewReview, reply: DoneReply },
  addProductAlert: { body: ProductAlertRequest, reply: DoneReply },
  removeProductAlert: { body: ProductAlertRequest, reply: DoneReply },
  subscribe: { body: Subscribe, reply: DoneReply },
  unsubscribe: { body: Unsubscribe, reply: DoneReply },
} as const satisfies Record<CallName, CallSchemas>

export type Schemas = typeof schemas

/**
 * The reply of each read in reads.ts, by its noun. Not in reads.ts, which a first view loads,
 * because schemas need valibot.
 */
export const readReplies = {
  store: StoreReply,
  genders: GendersReply,
  sliders: SlidersReply,
  homeGrid: HomeGridReply,
  offers: OffersReply,
  categories: CategoriesReply,
  brands: BrandsReply,
  shipping: ShippingChargesReply,
  terms: TermsReply,
  premiumBrands: BrandsReply,
  brandPage: BrandPageReply,
  randomSubcategories: SubcategoriesReply,
  product: ProductReply,
  pairings: ProductsReply,
  sizeChart: SizeChartReply,
  suggestions: SuggestReply,
  trendingSearches: TrendingSearchesReply,
  products: ProductListReply,
  filters: FiltersReply,
}

export type ReadNoun = keyof typeof readReplies
export type ReadReply<Noun extends ReadNoun> = v.InferOutput<(typeof readReplies)[Noun]>
