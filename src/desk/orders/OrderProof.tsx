import type { StaffOrder } from '#contract/staff/board.ts'
import { Card } from '#desk/ui/Card.tsx'
import styles from './returns/OrderReturns.module.css'
import { returnTexts } from './returns/returnTexts.ts'

const texts = returnTexts.proof

/** How the rider proves the delivery, and the photos of it. */
export function OrderProof({ order: { proof } }: { order: StaffOrder }) {
  const { kind, photos } = proof
  if (kind === 'none') return null
  return (
    <Card title={texts.title}>
      <div className={styles.what}>
        <p>{texts.kinds[kind]}</p>
        {photos.length > 0 && (
          <ul className={styles.photos} aria-label={texts.photos}>
            {photos.map((url, position) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  <img src={url} alt={returnTexts.photo(position + 1)} loading="lazy" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
