/**
 * The colours, fabrics and occasions by which products are filtered. The ids are used in URLs. The
 * server derives them from the texts of a product, because sellers name the same colour in many ways.
 */

export type AttributeOption = { id: string; name: string }

/** `swatch` is the CSS colour of the filter's swatch; several colours have none. */
export const colours: readonly (AttributeOption & { swatch?: string })[] = [
  { id: 'black', name: 'Black', swatch: '#1d1d1f' },
  { id: 'white', name: 'White', swatch: '#ffffff' },
  { id: 'grey', name: 'Grey', swatch: '#8d9199' },
  { id: 'blue', name: 'Blue', swatch: '#2f5fb3' },
  { id: 'navy', name: 'Navy', swatch: '#1f2a4d' },
  { id: 'green', name: 'Green', swatch: '#3f7d4f' },
  { id: 'red', name: 'Red', swatch: '#b3272d' },
  { id: 'pink', name: 'Pink', swatch: '#e07a9b' },
  { id: 'purple', name: 'Purple', swatch: '#74528f' },
  { id: 'yellow', name: 'Yellow', swatch: '#e2b22f' },
  { id: 'orange', name: 'Orange', swatch: '#d97236' },
  { id: 'brown', name: 'Brown', swatch: '#7a5236' },
  { id: 'beige', name: 'Beige', swatch: '#d9c6a5' },
  { id: 'gold', name: 'Gold', swatch: '#c59a3c' },
  { id: 'silver', name: 'Silver', swatch: '#c3c7cc' },
  { id: 'multi', name: 'Multicolour' },
]

export const fabrics: readonly AttributeOption[] = [
  { id: 'cotton', name: 'Cotton' },
  { id: 'linen', name: 'Linen' },
  { id: 'silk', name: 'Silk' },
  { id: 'denim', name: 'Denim' },
  { id: 'rayon', name: 'Rayon' },
  { id: 'georgette', name: 'Georgette' },
  { id: 'chiffon', name: 'Chiffon' },
  { id: 'crepe', name: 'Crepe' },
  { id: 'satin', name: 'Satin' },
  { id: 'velvet', name: 'Velvet' },
  { id: 'brocade', name: 'Brocade' },
  { id: 'wool', name: 'Wool' },
  { id: 'polyester', name: 'Polyester' },
  { id: 'leather', name: 'Leather' },
  { id: 'faux-leather', name: 'Faux leather' },
  { id: 'canvas', name: 'Canvas' },
]

export const occasions: readonly AttributeOption[] = [
  { id: 'casual', name: 'Casual' },
  { id: 'work', name: 'Work' },
  { id: 'party', name: 'Party' },
  { id: 'festive', name: 'Festive' },
  { id: 'wedding', name: 'Wedding' },
  { id: 'sports', name: 'Sports' },
]

/** The lower limits of the discount filter, in percent. */
export const discountSteps = [10, 20, 30, 40, 50, 60, 70] as const
/** The lower limits of the rating filter, in stars. */
export const ratingSteps = [4, 3] as const
/** A product is a new arrival for this many days. */
export const newForDays = 30
/** A product that was sold out is back in stock for this many days. */
export const backInStockForDays = 14

/** The name of a colour, fabric or occasion; the id for one that is not listed. */
export const optionName = (options: readonly AttributeOption[], id: string): string =>
  options.find((option) => option.id === id)?.name ?? id
