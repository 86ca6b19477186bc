import { useState } from 'react'

import type { Fit, NewReview } from '#contract/review.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextBox } from '#ui/TextBox.tsx'
import { fits } from './fitText.ts'
import styles from './ReviewDialog.module.css'
import { StarChoice } from './StarChoice.tsx'

type Props = {
  productName: string
  isSending: boolean
  onSend: (review: NewReview) => void
  onClose: () => void
}

const longest = 2000

/** Stars are asked for; how it fits and words are up to the shopper. */
export function ReviewDialog({ productName, isSending, onSend, onClose }: Props) {
  const [stars, setStars] = useState(0)
  const [fit, setFit] = useState<Fit>()
  const [words, setWords] = useState('')

  return (
    <Dialog
      title="Write a review"
      onClose={onClose}
      footer={
        <Button
          variant="go"
          isWide
          disabled={stars === 0}
          isBusy={isSending}
          busyText="Sending..."
          onClick={() => onSend({ stars, words: words.trim(), ...(fit ? { fit } : {}) })}
        >
          Send review
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.name}>{productName}</p>
        <StarChoice stars={stars} onChoose={setStars} />
        <fieldset>
          <legend className={styles.legend}>How does it fit?</legend>
          {fits.map(([value, text]) => (
            <Checkbox
              key={value}
              type="radio"
              name="fit"
              checked={fit === value}
              onChange={() => setFit(value)}
            >
              {text}
            </Checkbox>
          ))}
        </fieldset>
        <TextBox
          label="In your words (optional)"
          maxLength={longest}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <p className={styles.hint}>It shows with your first name and your size.</p>
      </div>
    </Dialog>
  )
}
