import { LegalLines } from '#features/support/LegalLines.tsx'
import { Prose } from '#features/support/Prose.tsx'

export default function AboutPage() {
  return (
    <Prose title="About us" lead="Clothes for the evening you have just been invited to.">
      <p>
        Pehno keeps clothes from Indian brands in warehouses close to where people live, and brings
        them to the door within the hour. Kurtas and kurtis, sarees and sherwanis, denim, footwear
        and bags, for women and men.
      </p>
      <p>
        In Indore you can try two sizes at your door and keep the one that fits. Everywhere else a
        Standard order can be returned or exchanged within 24 hours.
      </p>
      <LegalLines />
    </Prose>
  )
}
