import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'

import { doorPhotos as photoRules } from '#contract/staff/doorPhotos.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { orderNotFound, photoNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { doorPhotos, pickups } from '#server/database/schema/deliveries.ts'
import { deliveryAgents, type OrderRow, orders } from '#server/database/schema/orders.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { resizeUpload, sendPhoto } from '#server/platform/images/uploadedPhoto.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Scales a photo of a rider down, without the metadata of the camera. */
export const resizeDoorPhoto = (
  { db, actor }: StaffContext,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  resizeUpload(db, file, { bucket: `door-photos:${actor.id}`, ...photoRules })

type NewPhoto = { number: string; picture: Uint8Array }

/**
 * Saves a photo that the rider then uses in a move or a check. Returns its id.
 *
 * @throws StoreError 'not_found' if the rider neither carries the order nor fetches items of it
 */
export async function saveDoorPhoto(
  { db, actor }: StaffContext,
  { number, picture }: NewPhoto,
): Promise<string> {
  const [order] = await db
    .select({ id: orders.id, agentId: orders.agentId })
    .from(orders)
    .where(
      and(eq(orders.orderNumber, cleanReference(number)), eq(orders.checkoutStatus, 'completed')),
    )
  if (!order || !(await isWithRider(db, order, actor.id))) throw orderNotFound()
  const [saved] = await db
    .insert(doorPhotos)
    .values({
      ...{ orderId: order.id, staffId: actor.id, picture: Buffer.from(picture) },
      createdAt: clock.now(),
    })
    .returning({ id: doorPhotos.id })
  return saved?.id ?? ''
}

type OrderOfRider = Pick<OrderRow, 'id' | 'agentId'>

async function isWithRider(db: Database, { id, agentId }: OrderOfRider, staffId: string) {
  const [agent] = await db.select().from(deliveryAgents).where(eq(deliveryAgents.staffId, staffId))
  if (!agent) return false
  const isFetched = and(eq(pickups.orderId, id), eq(pickups.agentId, agent.id))
  return agent.id === agentId || (await db.$count(pickups, isFetched)) > 0
}

type UsedPhotos = {
  ids: string[]
  staffId: string
  shows: 'delivery' | 'pickup'
  lineId?: string
}

/**
 * Uses photos that the same person took of the order, each once.
 *
 * @throws StoreError 'not_found' if one of them is missing
 */
export async function claimDoorPhotos(
  tx: Database,
  { id: orderId }: OrderRow,
  { ids, staffId, ...use }: UsedPhotos,
): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const claimed = await tx
    .update(doorPhotos)
    .set(use)
    .where(
      and(
        inArray(doorPhotos.id, unique),
        eq(doorPhotos.orderId, orderId),
        eq(doorPhotos.staffId, staffId),
        isNull(doorPhotos.shows),
      ),
    )
    .returning({ id: doorPhotos.id })
  if (claimed.length !== unique.length) throw photoNotFound()
}

/** The URLs of the photos of a delivery. */
export async function readDeliveryPhotos(db: Database, { id }: OrderRow): Promise<string[]> {
  const photos = await db
    .select({ id: doorPhotos.id })
    .from(doorPhotos)
    .where(and(eq(doorPhotos.orderId, id), eq(doorPhotos.shows, 'delivery')))
    .orderBy(asc(doorPhotos.createdAt))
  return photos.map((photo) => doorPhotoPath(photo.id))
}

export const doorPhotoPath = (id: string) => `/photos/door/${id}.webp`

/** Serves the photos without a login: the URL is random, and only the staff's order page has it. */
export const doorPhotoRoutes = (db: Database) =>
  new Hono().get('/photos/door/:name{[\\w-]{36}\\.webp}', async (c) => {
    const [id = ''] = c.req.param('name').split('.')
    const [photo] = await db.select().from(doorPhotos).where(eq(doorPhotos.id, id))
    return sendPhoto(c, photo?.picture)
  })
