import type { AddressLabel } from '#contract/account/account.ts'

type Look = { text: string; icon: string }

/** The labels of addresses, in the order of the form. */
export const addressLabels = {
  home: { text: 'Home', icon: 'home' },
  work: { text: 'Work', icon: 'box' },
  other: { text: 'Other', icon: 'pin' },
} as const satisfies Record<AddressLabel, Look>
