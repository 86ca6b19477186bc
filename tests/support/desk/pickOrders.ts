import type { PickItem, PickOrder } from '#contract/staff/picking.ts'

export const aPickItem = (changes: Partial<PickItem> = {}): PickItem => ({
  item: 1,
  productId: 'kurti',
  code: 'SAA-1087',
  name: 'Hand-block cotton kurti',
  brand: 'Saanjh',
  photo: null,
  size: 'M',
  isTrialSize: false,
  quantity: 1,
  picked: 0,
  shelf: 'B-07',
  onHand: 3,
  otherSizes: [],
  ...changes,
})

export const aPickOrder = (changes: Partial<PickOrder> = {}): PickOrder => ({
  number: 'PEH-7K2QD',
  state: 'new',
  purchaseType: 'Standard',
  customer: 'Ananya Joshi',
  promisedBy: new Date(Date.now() + 30 * 60_000).toISOString(),
  warehouse: { id: 'vn', name: 'Vijay Nagar' },
  items: [aPickItem()],
  ...changes,
})
