import type { AddressLabel } from '#contract/account.ts'

type Look = { text: string; icon: string }

/** What an address is called, in the order it is asked. */
export const addressLabels = {
  home: { text: 'Home', icon: 'home' },
  work: { text: 'Work', icon: 'box' },
  other: { text: 'Other', icon: 'pin' },
} as const satisfies Record<AddressLabel, Look>
