import { Prose } from '#features/support/Prose.tsx'

export default function RefundPolicyPage() {
  return (
    <Prose title="Refund policy">
      <ul>
        <li>Cancelled before dispatch: everything you paid comes back, charges included.</li>
        <li>
          Returned within 24 hours of delivery with the product tag in place: the price of the piece
          after its share of a coupon comes back; delivery charges do not.
        </li>
        <li>Not paid yet, because you chose to pay on delivery: there is nothing to refund.</li>
        <li>Try and Buy: accepted pieces are not refunded, nor is the trial charge.</li>
      </ul>
      <p>Money goes back the way it came, usually within five to seven working days.</p>
    </Prose>
  )
}
