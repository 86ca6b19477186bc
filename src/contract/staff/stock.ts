import * as v from 'valibot'

import {
  CursorQuery,
  optionalField,
  responseSchema,
  singleLineText,
  type StaffSchemasByCall,
} from '#contract/api/fields.ts'
import { Instant } from './people.ts'

/** Why staff change the stock of a size. */
export const StockChangeReason = v.picklist([
  'goods_in',
  'damaged',
  'found',
  'sample',
  'correction',
])
export type StockChangeReason = v.InferOutput<typeof StockChangeReason>

/** A product's id is made of its brand and name, and can be long. */
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))

/** A size of a product in one warehouse. */
const SizeInWarehouse = {
  productId: Id,
  size: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
  warehouseId: Id,
}

const StockRow = v.object({
  ...SizeInWarehouse,
  code: v.string(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
  warehouse: v.string(),
  /** Pieces that can be sold. */
  onHand: v.number(),
  /** Pieces on the shelf that belong to orders which have not left. */
  reserved: v.number(),
  shelf: v.nullable(v.string()),
  lowBelow: v.number(),
})
export type StockRow = v.InferOutput<typeof StockRow>

const StockMove = v.object({
  id: v.string(),
  at: Instant,
  warehouse: v.string(),
  size: v.string(),
  change: v.number(),
  reason: v.string(),
})
export type StockMove = v.InferOutput<typeof StockMove>

const StockResponse = responseSchema({ result: StockRow })

export const stockCalls = {
  readStock: {
    query: v.object({
      ...CursorQuery.entries,
      /** Words of the name, the brand, or the code that a scanner reads. */
      search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
      warehouse: v.optional(Id),
      /** Only sizes that run low. */
      low: v.optional(v.picklist(['true'])),
    }),
    response: responseSchema({
      result: v.object({ data: v.array(StockRow), cursor: v.nullable(v.string()) }),
    }),
  },
  readStockMoves: {
    query: v.object({ ...CursorQuery.entries, productId: Id }),
    response: responseSchema({
      result: v.object({ data: v.array(StockMove), cursor: v.nullable(v.string()) }),
    }),
  },
  changeStock: {
    body: v.object({
      ...SizeInWarehouse,
      change: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(-100_000),
        v.maxValue(100_000),
        v.notValue(0),
      ),
      reason: StockChangeReason,
    }),
    response: StockResponse,
  },
  countStock: {
    /** All pieces on the shelf, those of orders included. */
    body: v.object({ ...SizeInWarehouse, counted: Count }),
    response: StockResponse,
  },
  transferStock: {
    body: v.object({
      ...SizeInWarehouse,
      toWarehouseId: Id,
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
    }),
    response: StockResponse,
  },
  placeStock: {
    /** Where a size lies, and when it runs low. */
    body: v.object({
      ...SizeInWarehouse,
      shelf: optionalField(singleLineText({ min: 1, max: 20 })),
      lowBelow: v.optional(Count),
    }),
    response: StockResponse,
  },
} satisfies StaffSchemasByCall

type BodyOf<Name extends keyof typeof stockCalls> = (typeof stockCalls)[Name] extends {
  body: infer Schema extends v.GenericSchema
}
  ? v.InferOutput<Schema>
  : never
export type StockChange = BodyOf<'changeStock'>
export type StockCount = BodyOf<'countStock'>
export type StockTransfer = BodyOf<'transferStock'>
export type StockPlace = BodyOf<'placeStock'>
export type StockSearch = v.InferOutput<typeof stockCalls.readStock.query>
