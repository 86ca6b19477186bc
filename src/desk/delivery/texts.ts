import type { DeliveryProof } from '#contract/staff/deliverySettings.ts'

const proofs: Record<DeliveryProof, { name: string; hint: string }> = {
  none: { name: 'None', hint: 'The rider marks the order as delivered.' },
  code: {
    name: 'Code from the customer',
    hint: 'The customer’s order shows four digits once the rider is on the way. The rider enters them at the door.',
  },
  photo: {
    name: 'Photo',
    hint: 'The rider takes a photo at the door. Your team sees it on the order for 90 days.',
  },
}

export const texts = {
  title: 'Delivery',
  proof: 'Proof of delivery',
  proofs,
  from: 'It counts for orders that are handed over from then on.',
  ownerOnly: 'Only the owner can change this.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  loading: 'Loading the settings…',
  couldNotLoad: 'We couldn’t load the settings.',
  couldNotSave: 'We couldn’t save the settings. Please try again.',
} as const
