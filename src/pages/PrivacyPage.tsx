import { LegalLines } from '#features/support/LegalLines.tsx'
import { Prose } from '#features/support/Prose.tsx'

export default function PrivacyPage() {
  return (
    <Prose
      title="Privacy policy"
      lead="What we know about you, why, and what you can do about it, as the Digital Personal Data Protection Act asks."
    >
      <h2>What we keep</h2>
      <ul>
        <li>Your name, mobile number, date of birth, gender and, if you give it, your email.</li>
        <li>
          The addresses you save, with their place on the map, to deliver and to tell you how fast.
        </li>
        <li>Your orders with their prices and receivers, as tax law asks of every seller.</li>
      </ul>
      <h2>What stays on your device</h2>
      <p>
        Your bag while you are not signed in, recent searches, the pages you have looked at and the
        place you chose. Signing out empties all of it.
      </p>
      <h2>Who else sees it</h2>
      <p>
        The person who delivers sees the name, number and address of that order. Messages go through
        a text message provider, online payments through a payment provider; they get what they need
        for that and nothing more. We sell nothing to anybody and show no advertisements of others.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see, correct and erase your data, and withdraw a consent as easily as you gave it.
        Write to the grievance officer below. Orders stay as long as tax law demands, without your
        name where that is allowed.
      </p>
      <LegalLines />
    </Prose>
  )
}
