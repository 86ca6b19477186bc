import { LegalLines } from '#features/support/LegalLines.tsx'
import { Prose } from '#features/support/Prose.tsx'

export default function TermsPage() {
  return (
    <Prose title="Terms and conditions">
      <h2>Orders</h2>
      <p>
        An order is a binding offer to buy at the price shown in its summary. We accept it by
        confirming it; stock is set aside for you at that moment. Should a price have changed since
        you looked, the new summary is shown and nothing is ordered until you agree to it.
      </p>
      <h2>Prices</h2>
      <p>
        Prices are in Indian rupees and inclusive of all taxes. Delivery and trial charges, where
        there are any, stand in the summary before you order.
      </p>
      <h2>Delivery</h2>
      <p>
        The time shown is what we expect for your address, counted from our confirmation. Orders
        placed between 9PM and 9AM are delivered after 9AM.
      </p>
      <h2>Try and Buy</h2>
      <p>
        Offered in Indore, and not by all brands. You choose two sizes, try both at the door, keep
        one and hand the other back. Accepted pieces cannot be returned or exchanged; the trial
        charge is not refunded.
      </p>
      <h2>Cancelling, returning, exchanging</h2>
      <p>
        Before dispatch you can cancel the whole order and get back all you have paid. A Standard
        order can be returned or exchanged within 24 hours of delivery with its product tag in
        place.
      </p>
      <h2>Your account</h2>
      <p>
        You sign in with a code sent to your mobile number. Do not share it. You must be 18 or older
        to hold an account.
      </p>
      <LegalLines />
    </Prose>
  )
}
