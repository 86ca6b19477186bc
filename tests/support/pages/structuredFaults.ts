type Data = Record<string, unknown>

/** The properties that search engines require of each type to show it in results. */
const required: Record<string, string[]> = {
  Product: ['name', 'image', 'description', 'sku', 'brand', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'itemCondition', 'url', 'seller'],
  Brand: ['name'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  Review: ['reviewRating', 'author', 'datePublished'],
  Rating: ['ratingValue'],
  Person: ['name'],
  Organization: ['name'],
  PostalAddress: ['streetAddress', 'addressCountry'],
  ContactPoint: ['contactType', 'telephone'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination', 'deliveryTime'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['handlingTime', 'transitTime'],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
}

/** The format of a value, wherever it occurs. */
const shapes: Record<string, RegExp> = {
  url: /^https?:\/\/[^/]+\//,
  logo: /^https?:\/\/[^/]+\//,
  item: /^https?:\/\/[^/]+\//,
  image: /^https?:\/\/[^/]+\/\S+\.(jpe?g|png|webp)(\?\S*)?$/,
  merchantReturnLink: /^https?:\/\/[^/]+\//,
  price: /^\d+\.\d{2}$/,
  value: /^\d+\.\d{2}$/,
  priceCurrency: /^INR$/,
  currency: /^INR$/,
  availability: /^https:\/\/schema\.org\/(InStock|OutOfStock)$/,
  itemCondition: /^https:\/\/schema\.org\/NewCondition$/,
  returnPolicyCategory: /^https:\/\/schema\.org\/MerchantReturn\w+$/,
  datePublished: /^\d{4}-\d\d-\d\d/,
  ratingValue: /^([1-4](\.\d)?|5(\.0)?)$/,
  reviewCount: /^[1-9]\d*$/,
  urlTemplate: /\{search_term_string\}/,
  'query-input': /^required name=search_term_string$/,
}

/** The schema.org data of a document, in document order. */
export function structuredIn(html: string): Data[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json]) => JSON.parse(json ?? '') as Data)
}

/** The errors of a block of schema.org data. */
export function structuredFaults(data: Data): string[] {
  const context = data['@context'] === 'https://schema.org' ? [] : ['@context is not schema.org']
  return [...context, ...faultsOf(data, String(data['@type']))]
}

function faultsOf(data: Data, place: string): string[] {
  const fields = required[String(data['@type'])]
  if (!fields) return [`${place}: ${String(data['@type'])} is no type with known fields`]
  const missing = fields.filter((field) => !hasValue(data[field]))
  return [
    ...missing.map((field) => `${place}.${field} is missing`),
    ...orderFaults(data, place),
    ...Object.entries(data).flatMap(([name, value]) => valueFaults(value, name, place)),
  ]
}

function valueFaults(value: unknown, name: string, place: string): string[] {
  const here = `${place}.${name}`
  if (Array.isArray(value)) return value.flatMap((one) => valueFaults(one, name, place))
  if (typeof value === 'object' && value !== null) return faultsOf(value as Data, here)
  if (!hasValue(value)) return [`${here} is empty`]
  const shape = shapes[name]
  return shape && !shape.test(String(value)) ? [`${here} is ${String(value)}`] : []
}

/** A list counts from 1; every breadcrumb except the last has a URL. */
function orderFaults(data: Data, place: string): string[] {
  const items = data.itemListElement
  if (!Array.isArray(items)) return []
  const steps = items as Data[]
  const isWay = data['@type'] === 'BreadcrumbList'
  return steps.flatMap((step, index) => [
    ...(step.position === index + 1 ? [] : [`${place} does not count at ${index + 1}`]),
    ...(isWay && !hasValue(step.name) ? [`${place}: step ${index + 1} has no name`] : []),
    ...(isWay && index < steps.length - 1 && !hasValue(step.item)
      ? [`${place}: step ${index + 1} leads nowhere`]
      : []),
  ])
}

const hasValue = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)
