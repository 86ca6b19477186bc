import * as v from 'valibot'

import {
  AddressDeletedResponse,
  AddressesResponse,
  AddressResponse,
  ChangedAddress,
  NewAddress,
  Profile,
  ProfileResponse,
} from '#contract/account.ts'
import {
  Login,
  LoginResponse,
  Otp,
  Signup,
  SignupResponse,
  VerifyOtp,
  VerifyOtpResponse,
} from '#contract/auth.ts'
import {
  AddToCart,
  CartQuery,
  CartResponse,
  CartViewResponse,
  CouponsResponse,
  MoveToWishlist,
  MoveToWishlistResponse,
  RemoveLine,
  TryCoupon,
  TryCouponResponse,
  UpdateCart,
  UpdateCartResponse,
} from '#contract/cart.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import {
  BrandsQuery,
  FiltersQuery,
  FiltersResponse,
  ListQuery,
  ProductListResponse,
  SuggestQuery,
  SuggestResponse,
  TrendingSearchesResponse,
} from '#contract/catalogue/listing.ts'
import { ProductResponse } from '#contract/catalogue/product.ts'
import { NewReview, OwnReviewResponse, ReviewsResponse } from '#contract/catalogue/review.ts'
import * as checkout from '#contract/checkout.ts'
import {
  AroundQuery,
  DeliveryQuery,
  DeliveryResponse,
  MapPlacesResponse,
  PlaceQuery,
  PlaceResponse,
  PlacesResponse,
  ReverseGeocodeQuery,
} from '#contract/location.ts'
import {
  ProductAlertRequest,
  PushKeyResponse,
  RenewSubscription,
  Subscribe,
  Unsubscribe,
} from '#contract/notification.ts'
import * as order from '#contract/order.ts'
import { InvoiceResponse } from '#contract/order.ts'
import * as rules from '#contract/rules.ts'
import { Complaint, ComplaintResponse, StoreResponse, Vitals } from '#contract/storeFacts.ts'
import * as wishlist from '#contract/wishlist.ts'
import type { CallName } from './calls.ts'
import { SuccessResponse, PhotoResponse, responseSchema } from './fields.ts'

/**
 * Maximum size of a file, time it may take to arrive, and number of concurrent uploads per
 * customer.
 */
type Upload = { maxBytes: number; timeLimitMs: number; maxConcurrent: number }

/** The schemas of a call. `response` is undefined where the response is not JSON. */
export type CallSchemas = {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Set where the body is a file instead of JSON. */
  upload?: Upload
  response?: v.GenericSchema
}

const GenderQuery = v.pick(ListQuery, ['gender'])
const CursorQuery = v.pick(ListQuery, ['cursor'])

/**
 * The schemas of every call: the server validates requests and responses by them. The page imports
 * single schemas instead, so that a first view loads only what it reads.
 */
export const schemas = {
  checkDelivery: { query: DeliveryQuery, response: DeliveryResponse },
  readFilters: { query: FiltersQuery, response: FiltersResponse },
  readGenders: { response: catalogue.GendersResponse },
  readOffers: { response: catalogue.OffersResponse },
  readTryAndBuyTerms: { response: catalogue.TermsResponse },
  readStandardTerms: { response: catalogue.TermsResponse },
  readShippingCharges: { response: catalogue.ShippingChargesResponse },
  readSliders: { response: catalogue.SlidersResponse },
  readHomeGrid: { response: catalogue.HomeGridResponse },
  readProducts: { query: ListQuery, response: ProductListResponse },
  suggestProducts: { query: SuggestQuery, response: SuggestResponse },
  readTrendingSearches: { response: TrendingSearchesResponse },
  readPairings: { response: catalogue.ProductsResponse },
  readReviews: { query: CursorQuery, response: ReviewsResponse },
  readProduct: { response: ProductResponse },
  readCategories: { query: GenderQuery, response: catalogue.CategoriesResponse },
  readRandomSubcategories: { query: GenderQuery, response: catalogue.SubcategoriesResponse },
  readBrands: { query: BrandsQuery, response: catalogue.BrandsResponse },
  readPremiumBrands: { query: GenderQuery, response: catalogue.BrandsResponse },
  readBrandPage: { response: catalogue.BrandPageResponse },
  readSizeChart: { response: catalogue.SizeChartResponse },
  searchPlaces: { query: PlaceQuery, response: PlacesResponse },
  reverseGeocode: { query: ReverseGeocodeQuery, response: PlaceResponse },
  readPlacesAround: { query: AroundQuery, response: MapPlacesResponse },
  readPlace: { response: PlaceResponse },
  readStore: { response: StoreResponse },
  readPushKey: { response: PushKeyResponse },
  renewSubscription: { body: RenewSubscription, response: SuccessResponse },
  complain: { body: Complaint, response: ComplaintResponse },
  reportVitals: { body: Vitals },
  login: { body: Login, response: LoginResponse },
  verifyOtp: { body: VerifyOtp, response: VerifyOtpResponse },
  signup: { body: Signup, response: SignupResponse },
  logout: { response: SuccessResponse },
  updateProfile: { body: Profile, response: ProfileResponse },
  exportUser: { response: responseSchema({ result: v.record(v.string(), v.unknown()) }) },
  deleteUser: { body: v.object({ otp: Otp }), response: SuccessResponse },
  readAddresses: { response: AddressesResponse },
  addAddress: { body: NewAddress, response: AddressResponse },
  updateAddress: { body: ChangedAddress, response: AddressResponse },
  deleteAddress: { response: AddressDeletedResponse },
  readCart: { query: CartQuery, response: CartViewResponse },
  addToCart: { body: AddToCart, response: CartResponse },
  updateCart: { body: UpdateCart, response: UpdateCartResponse },
  removeLine: { body: RemoveLine, response: CartResponse },
  moveToWishlist: { body: MoveToWishlist, response: MoveToWishlistResponse },
  placeOrder: { body: checkout.PlaceOrder, response: checkout.PlaceOrderResponse },
  verifyPayment: { body: checkout.VerifyPayment, response: checkout.VerifyPaymentResponse },
  readPayment: { response: checkout.PaymentStateResponse },
  readOrders: { response: order.OrdersResponse },
  streamOrderEvents: {},
  sendPaymentLink: { response: order.PaymentLinkResponse },
  readInvoice: { response: InvoiceResponse },
  readOrder: { response: order.OrderResponse },
  cancelOrder: { body: order.CancelOrder, response: SuccessResponse },
  orderAgain: { response: order.OrderAgainResponse },
  addReturnPhoto: { upload: rules.returnPhotos, response: PhotoResponse },
  returnLines: { body: order.ReturnLines, response: SuccessResponse },
  exchangeLine: { body: order.ExchangeLine, response: SuccessResponse },
  readWishlist: { response: wishlist.WishlistResponse },
  readWishlistIds: { response: wishlist.WishlistIdsResponse },
  readWishlistStatus: { response: wishlist.WishlistStatusResponse },
  addToWishlist: { body: wishlist.AddToWishlist, response: SuccessResponse },
  moveToCart: { body: wishlist.MoveToCart, response: SuccessResponse },
  removeFromWishlist: { body: wishlist.RemoveFromWishlist, response: SuccessResponse },
  readOpenCoupons: { response: CouponsResponse },
  readCoupons: { response: CouponsResponse },
  tryCoupon: { body: TryCoupon, response: TryCouponResponse },
  readOwnReview: { response: OwnReviewResponse },
  addReviewPhoto: { upload: rules.reviewPhotos, response: PhotoResponse },
  addReview: { body: NewReview, response: SuccessResponse },
  addProductAlert: { body: ProductAlertRequest, response: SuccessResponse },
  removeProductAlert: { body: ProductAlertRequest, response: SuccessResponse },
  subscribe: { body: Subscribe, response: SuccessResponse },
  unsubscribe: { body: Unsubscribe, response: SuccessResponse },
} as const satisfies Record<CallName, CallSchemas>

export type Schemas = typeof schemas
