import type { Database } from '#server/database/connect.ts'
import type { SendMessage } from '#server/platform/sendMessage.ts'
import { changeThing, holdThing, keepThing, type Thing } from './sandboxProvider.ts'
import { refuse } from './sandboxRefusal.ts'

type SandboxLink = {
  amount: number
  currency: 'INR'
  reference_id: string
  description: string
  customer: { name: string; contact: string }
  notify: { sms: boolean }
}

/** A link with the provider's order behind it, at an address of this store. */
export async function makeSandboxLink(
  db: Database,
  { notify: _notify, ...link }: SandboxLink,
  origin: string,
): Promise<Thing> {
  return db.transaction(async (tx) => {
    const order = await keepThing(tx, {
      kind: 'order',
      body: newOrderBody({ amount: link.amount, receipt: null }),
    })
    const made = await keepThing(tx, {
      kind: 'payment_link',
      parentId: order.id,
      mark: `link:${link.reference_id}`,
      body: { ...link, status: 'created', amount_paid: 0, order_id: order.id, payments: [] },
    })
    if (made.order_id !== order.id)
      return refuse(400, 'payment link with given reference_id exists')
    return changeThing(tx, made.id, { short_url: `${origin}/sandbox/pay/${made.id}` })
  })
}

export const newOrderBody = ({ amount, receipt }: { amount: number; receipt: string | null }) => ({
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency: 'INR',
  receipt,
  offer_id: null,
  status: 'created',
  attempts: 0,
  notes: [],
})

export async function sendSandboxLink(link: Thing, sendMessage: SendMessage): Promise<void> {
  const { contact } = link.customer as SandboxLink['customer']
  const rupees = (Number(link.amount) / 100).toLocaleString('en-IN')
  const address = String(link.short_url)
  await sendMessage({
    to: contact.slice(-10),
    text: `${String(link.description)}. Pay ₹${rupees} here: ${address}`,
    link: address,
  })
}

export function cancelSandboxLink(db: Database, linkId: string): Promise<Thing> {
  return db.transaction(async (tx) => {
    const link = await holdThing(tx, 'payment_link', linkId)
    if (!link) return refuse(400, 'The id provided does not exist')
    if (link.status === 'paid') return refuse(400, 'Payment Link cannot be cancelled, it is paid')
    return changeThing(tx, link.id, { status: 'cancelled' })
  })
}
