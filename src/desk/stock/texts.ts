import type { StockChangeReason } from '#contract/staff/stock.ts'
import { plural } from '#desk/ui/plural.ts'

const pieces = (count: number) => plural(count, 'piece')

/** Why stock moved, as the ledger says it; the key is what the server records. */
const moveReasons: Record<string, string> = {
  goods_in: 'Goods in',
  damaged: 'Damaged',
  found: 'Found',
  sample: 'Sample',
  correction: 'Correction',
  counted: 'Counted',
  transfer_out: 'Sent to another warehouse',
  transfer_in: 'Came from another warehouse',
  order: 'Ordered',
  order_cancelled: 'Order cancelled',
  item_cancelled: 'Item cancelled',
  hold_expired: 'Not paid in time',
  swapped_out: 'Swapped for another size',
  swapped_in: 'Back after a swap',
  returned: 'Returned',
  replaced: 'Sent as a replacement',
  trial_unsold: 'Back after a trial',
}

export const texts = {
  loading: 'Loading stock…',
  couldNotLoad: 'We couldn’t load the stock.',
  couldNotLoadMore: 'We couldn’t load more.',
  showMore: 'Show more',
  empty: {
    title: 'Nothing found',
    body: 'Check the code or the name, or choose another warehouse.',
    low: 'Nothing runs low. A size is listed here when fewer are on hand than its low level.',
    clear: 'Clear the search',
  },
  search: 'Code, name, brand or shelf',
  searchButton: 'Search',
  warehouse: 'Warehouse',
  allWarehouses: 'All warehouses',
  lowOnly: 'Low stock only',
  scanHint: 'Scan a label anywhere on this page to find it.',
  scanned: (code: string, size: string, onHand: number) =>
    `${code}, size ${size}: ${onHand} on hand`,
  notFound: (code: string) => `No product has the code ${code}`,
  table: 'Stock by size and warehouse',
  columns: {
    product: 'Product',
    size: 'Size',
    warehouse: 'Warehouse',
    shelf: 'Shelf',
    onHand: 'On hand',
    reserved: 'Reserved',
    low: 'Low level',
    actions: 'Actions',
  },
  noShelf: 'None',
  isLow: 'Low',
  isOut: 'Sold out',
  actionsOf: (code: string, size: string, warehouse: string) =>
    `Actions for ${code}, size ${size}, ${warehouse}`,
  actions: {
    goodsIn: 'Goods in',
    change: 'Add or remove',
    count: 'Count',
    transfer: 'Transfer',
    place: 'Shelf and low level',
  },
  ledger: 'Ledger',
  labels: 'Shelf labels',
  dialog: {
    where: (code: string, size: string, warehouse: string) =>
      `${code} · size ${size} · ${warehouse}`,
    now: (onHand: number, reserved: number) =>
      reserved > 0 ? `${onHand} on hand, and ${reserved} reserved for orders` : `${onHand} on hand`,
    quantity: 'How many',
    enterQuantity: 'Enter a whole number from 1',
    direction: 'Direction',
    add: 'Add',
    remove: 'Remove',
    reason: 'Reason',
    after: (onHand: number) => `${onHand} on hand afterwards`,
    counted: 'Counted on the shelf',
    enterCounted: 'Enter a whole number from 0',
    countHint: (reserved: number) =>
      reserved > 0
        ? `Count everything on the shelf. ${pieces(reserved)} of it ${reserved === 1 ? 'is' : 'are'} reserved for orders.`
        : 'Count everything on the shelf. Nothing of it is reserved for orders.',
    countScan: {
      scanHint: 'Each scan of the label adds one.',
      field: 'Scan or type the code on the label',
      submit: 'Add one',
      empty: 'Scan or type the code on the label',
    },
    countRight: (counted: number) => `${counted} counted`,
    countWrong: (code: string) => `${code} is another item`,
    difference: (difference: number): string =>
      difference === 0
        ? 'As many as the store expects'
        : difference > 0
          ? `${difference} more than the store expects`
          : `${-difference} fewer than the store expects`,
    target: 'To warehouse',
    chooseTarget: 'Choose a warehouse',
    noTarget: 'The store has no other warehouse.',
    shelf: 'Shelf',
    shelfHint: 'For example B-07. Leave it empty if it has none.',
    shelfTooLong: 'A shelf has at most 20 characters',
    low: 'Low level',
    lowHint: 'The size is listed as low when fewer than this are on hand. 0 never lists it.',
    enterLow: 'Enter a whole number from 0',
  },
  changeReasons: {
    damaged: 'Damaged',
    found: 'Found',
    sample: 'Sample',
    correction: 'Correction',
  } satisfies Partial<Record<StockChangeReason, string>>,
  moves: {
    title: (code: string) => `Ledger of ${code}`,
    loading: 'Loading the ledger…',
    couldNotLoad: 'We couldn’t load the ledger.',
    empty: 'Nothing has moved yet.',
    when: 'When',
    size: 'Size',
    warehouse: 'Warehouse',
    change: 'Change',
    reason: 'Reason',
    reasonOf: (reason: string) => moveReasons[reason] ?? reason.replaceAll('_', ' '),
  },
  shelfLabels: {
    loading: 'Loading the labels…',
    couldNotLoad: 'We couldn’t load the product.',
    none: { title: 'No product chosen', body: 'Choose a product in Stock, then Shelf labels.' },
    toStock: 'Go to stock',
    back: 'Back to stock',
    print: 'Print labels',
    format: '60 × 40 mm, one label per page',
    copies: (size: string) => `Labels of size ${size}`,
    nothing: 'Enter how many labels of each size you need.',
    shelf: (shelf: string) => `Shelf ${shelf}`,
    size: 'Size',
    label: (code: string) => `Label ${code}`,
  },
} as const
