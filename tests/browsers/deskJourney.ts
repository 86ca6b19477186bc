import { privateStore } from '#tests/support/server/privateStore.ts'
import type { Journey } from './journeys.ts'
import { orderByCalls, otpFor } from './orderByCalls.ts'
import { productOnSale } from './productOnSale.ts'

/** The people of the demo store. */
const owner = { name: 'Anita Deshmukh', phone: '6000010201' }
const rider = { name: 'Ravi Solanki', phone: '6000010101' }

/**
 * An order goes from the board to the door: the owner packs it and hands it over, the rider delivers it. The store of
 * the other journeys has a simulated courier, so this one runs its own.
 */
export const deskJourney: Journey = async (staff) => {
  const { origin, close } = await privateStore()
  try {
    const { _id, size } = await productOnSale(origin)
    const { orderId, token } = await orderByCalls(origin, _id, size[0] ?? '')
    const headers = { Authorization: `Bearer ${token}` }
    const readOrder = async () => {
      const response = await fetch(`${origin}/api/orders/${orderId}`, { headers })
      return ((await response.json()) as { result: { orderID: string; orderStatus: string } })
        .result
    }
    const { orderID: number } = await readOrder()

    await staff.open(`${origin}/desk`)
    await logIn(owner.phone)
    await staff.seeText(number)
    await staff.photograph('desk board')
    await staff.open(`${origin}/desk/orders/${number}`)
    await staff.tap('button', /^Start packing/)
    await staff.seeText('Started packing')
    await staff.tap('button', /^Mark ready/)
    await staff.seeText('Marked ready')
    await staff.tap('button', /^Assign rider/)
    await staff.tap('radio', new RegExp(`^${rider.name}`))
    await staff.photograph('desk assign rider')
    await staff.tap('button', 'Assign rider')
    await staff.seeText('With rider')
    await staff.photograph('desk order')

    await staff.open(`${origin}/desk/me`)
    await staff.tap('button', 'Log out')
    await logIn(rider.phone)
    await staff.tap('button', 'Start shift')
    await staff.tap('button', 'Start delivery')
    await staff.photograph('desk deliveries')
    await staff.until('the customer sees it on the way', async () =>
      (await readOrder()).orderStatus.startsWith('On the way'),
    )
    await staff.open(`${origin}/desk/deliveries/${number}`)
    await staff.photograph('desk door')
    await staff.tap('button', /^Delivered/)
    await staff.until(
      'the customer sees it delivered',
      async () => (await readOrder()).orderStatus === 'Delivered',
    )
  } finally {
    await close()
  }

  async function logIn(phone: string): Promise<void> {
    await staff.write('Mobile number', phone)
    await staff.tap('button', 'Send OTP')
    await staff.see('textbox', /^OTP/)
    await staff.photograph('desk login')
    // The last digit sends it.
    await staff.write('OTP, 6 digits', await otpFor(origin, phone))
    await staff.see('heading', /^(Board|My deliveries)$/)
  }
}
