/** An item that the customer does not keep: what it cost, and what of that was refunded before, in paise. */
type ReturnedItem = { netPaise: number; refundedPaise: number }

/** What is paid after a trial, in paise. The price of returned items first lowers what is due; what is left of it is refunded. */
export function moneyAfterTrial(returned: readonly ReturnedItem[], duePaise: number) {
  const returnedPaise = returned.reduce(
    (sum, { netPaise, refundedPaise }) => sum + netPaise - refundedPaise,
    0,
  )
  return {
    duePaise: Math.max(duePaise - returnedPaise, 0),
    refundPaise: Math.max(returnedPaise - duePaise, 0),
  }
}
