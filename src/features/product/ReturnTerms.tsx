import styles from './ReturnTerms.module.css'

const terms = [
  'Standard orders can be returned or exchanged within 24 hours of delivery.',
  'Try and Buy is for Indore only: choose two sizes and give one back at the door. What you keep then cannot be returned or exchanged.',
  'A return or exchange is declined if the product tag is missing.',
  'Delivery charges are non-refundable.',
  'An order can be cancelled before dispatch.',
]

export function ReturnTerms() {
  return (
    <ul className={styles.terms}>
      {terms.map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ul>
  )
}
