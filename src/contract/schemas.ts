import * as v from 'valibot'

import {
  AddressDeletedReply,
  AddressesReply,
  AddressReply,
  ChangedAddress,
  NewAddress,
} from './address.ts'
import { Login, LoginReply, Otp, Signup, SignupReply, VerifyOtp, VerifyOtpReply } from './auth.ts'
import type { CallName } from './calls.ts'
import {
  AddToCart,
  CartQuery,
  CartReply,
  CartViewReply,
  MoveToWishlist,
  MoveToWishlistReply,
  RemoveLine,
  UpdateCart,
  UpdateCartReply,
} from './cart.ts'
import * as catalogue from './catalogue.ts'
import * as checkout from './checkout.ts'
import { CouponsReply, TryCoupon, TryCouponReply } from './coupon.ts'
import { InvoiceReply } from './invoice.ts'
import { FiltersQuery, FiltersReply, ListQuery, ProductListReply, SuggestQuery } from './listing.ts'
import {
  AroundQuery,
  DeliveryQuery,
  DeliveryReply,
  MapPlacesReply,
  PlaceQuery,
  PlaceReply,
  PlacesReply,
  ReverseQuery,
} from './location.ts'
import { Notice, PushKeyReply, Subscribe, Unsubscribe } from './notification.ts'
import * as order from './order.ts'
import { ProductReply } from './product.ts'
import { DoneReply, reply } from './reply.ts'
import { NewReview, ReviewsReply } from './review.ts'
import { rules } from './rules.ts'
import { Complaint, ComplaintReply, StoreReply, Vitals } from './storeFacts.ts'
import { Profile, ProfileReply } from './user.ts'
import * as wishlist from './wishlist.ts'

/** How large a file may be, how long it may take to arrive, and how many a customer sends at once. */
export type Upload = { maxBytes: number; arriveMs: number; atOnce: number }

/** What travels with a call. `reply` is undefined where the answer is no JSON. */
export type CallSchemas = {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Set where the body is a file and not JSON. */
  upload?: Upload
  reply?: v.GenericSchema
}

const GenderQuery = v.pick(ListQuery, ['gender'])
const CursorQuery = v.pick(ListQuery, ['cursor'])

/** The schemas of every call: what arrives is checked by them, and what leaves. */
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
  suggestProducts: { query: SuggestQuery, reply: catalogue.ProductsReply },
  readPairings: { reply: catalogue.ProductsReply },
  readReviews: { query: CursorQuery, reply: ReviewsReply },
  readProduct: { reply: ProductReply },
  readCategories: { query: GenderQuery, reply: catalogue.CategoriesReply },
  readRandomSubcategories: { query: GenderQuery, reply: catalogue.SubcategoriesReply },
  readBrands: { query: GenderQuery, reply: catalogue.BrandsReply },
  readPremiumBrands: { query: GenderQuery, reply: catalogue.BrandsReply },
  readSizeChart: { reply: catalogue.SizeChartReply },
  searchPlaces: { query: PlaceQuery, reply: PlacesReply },
  reversePlace: { query: ReverseQuery, reply: PlaceReply },
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
  followOrders: {},
  sendPaymentLink: { reply: order.PaymentLinkReply },
  readInvoice: { reply: InvoiceReply },
  readOrder: { reply: order.OrderReply },
  cancelOrder: { body: order.CancelOrder, reply: DoneReply },
  orderAgain: {
    reply: reply({
      result: v.object({ cart: CartReply.entries.result, missing: v.array(v.string()) }),
    }),
  },
  addReturnPhoto: { upload: rules.returnPhotos, reply: order.ReturnPhotoReply },
  returnLines: { body: order.ReturnLines, reply: DoneReply },
  exchangeLine: { body: order.ExchangeLine, reply: DoneReply },
  readWishlist: { reply: wishlist.WishlistReply },
  readWishlistIds: { reply: wishlist.WishlistIdsReply },
  readWishlistStatus: { reply: wishlist.WishlistStatusReply },
  addToWishlist: { body: wishlist.AddToWishlist, reply: DoneReply },
  moveToCart: { body: wishlist.MoveToCart, reply: DoneReply },
  removeFromWishlist: { body: wishlist.RemoveFromWishlist, reply: DoneReply },
  readCoupons: { reply: CouponsReply },
  tryCoupon: { body: TryCoupon, reply: TryCouponReply },
  addReview: { body: NewReview, reply: DoneReply },
  askNotice: { body: Notice, reply: DoneReply },
  dropNotice: { body: Notice, reply: DoneReply },
  subscribe: { body: Subscribe, reply: DoneReply },
  unsubscribe: { body: Unsubscribe, reply: DoneReply },
} as const satisfies Record<CallName, CallSchemas>

export type Schemas = typeof schemas
