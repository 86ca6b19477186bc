export const ordersKey = (userId: string | undefined) =>
  userId ? (['orders', userId] as const) : null

export const orderKey = (userId: string | undefined, id: string) =>
  userId && id ? (['order', userId, id] as const) : null

/** Whether a key is of any of these. */
export const isOrders = (key: unknown) =>
  Array.isArray(key) && (key[0] === 'orders' || key[0] === 'order')
