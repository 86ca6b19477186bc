import { TextInput } from '@mantine/core'

import * as rules from '#contract/rules.ts'
import type { Delivery } from '#contract/staff/riders.ts'
import { PhotoField } from '#desk/rider/photos/PhotoField.tsx'
import styles from './ProofField.module.css'
import { texts as pageTexts } from '#desk/rider/texts.ts'

const texts = pageTexts.door
const { digits } = rules.deliveryCode

/** What the rider has of the proof so far: the customer's code, or the id of a kept photo. */
export type ProofDraft = { code: string; photo?: string }

export const emptyProof: ProofDraft = { code: '' }

/** What the proof of a delivery still lacks, in words; undefined if the order can be delivered. */
export function missingProof({ proof }: Delivery, draft: ProofDraft): string | undefined {
  if (proof === 'code' && draft.code.length < digits) return texts.codeMissing
  if (proof === 'photo' && draft.photo === undefined) return texts.photoMissing
  return undefined
}

type Props = {
  delivery: Delivery
  draft: ProofDraft
  onChange: (draft: ProofDraft) => void
}

/** Where the rider enters the customer's code or takes a photo, as the owner wants it. */
export function ProofField({ delivery: { proof, moves }, draft, onChange }: Props) {
  if (proof === 'none' || !moves.includes('deliver')) return null
  return (
    <section className={styles.proof} aria-label={texts.proof}>
      {proof === 'code' ? (
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={digits}
          value={draft.code}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...draft, code: value.replace(/\D/g, '') })
          }
        />
      ) : (
        <>
          <PhotoField
            label={texts.photo}
            ids={draft.photo ? [draft.photo] : []}
            max={1}
            onChange={([photo]) => onChange({ code: '', ...(photo && { photo }) })}
          />
          <p className={styles.hint}>{texts.photoHint}</p>
        </>
      )}
    </section>
  )
}
