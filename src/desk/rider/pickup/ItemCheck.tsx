import { TextInput } from '@mantine/core'

import { doorPhotos } from '#contract/staff/doorPhotos.ts'
import { isRefusable, PickupFinding, type PickupItem } from '#contract/staff/pickups.ts'
import styles from '#desk/rider/door/DoorPage.module.css'
import { PhotoField } from '#desk/rider/photos/PhotoField.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { Photo } from '#desk/ui/media/Photo.tsx'
import type { ItemDraft } from './doorCheck.ts'
import own from './ItemCheck.module.css'
import { texts } from './texts.ts'

const maxNoteLength = 200

type Props = {
  line: PickupItem
  draft: ItemDraft
  onChange: (draft: ItemDraft) => void
}

/** One item at the door: what it should be, how it is, and whether the rider takes it along. */
export function ItemCheck({ line, draft, onChange }: Props) {
  const { name, brand, photo, size, quantity, reason, customerPhotos, newSize } = line
  const isWrong = draft.finding !== undefined && draft.finding !== 'fine'
  return (
    <li className={styles.tried}>
      <div className={styles.item}>
        <Photo src={photo} />
        <div className={styles.grow}>
          <p className={styles.name}>{name}</p>
          <p className={styles.detail}>{`${brand} · ${texts.size(size, quantity)}`}</p>
          {reason && <p className={styles.detail}>{texts.because(reason)}</p>}
        </div>
        <span className={own.kind}>
          <Icon name={line.kind} size="xs" />
          <span>{texts.kinds[line.kind]}</span>
        </span>
      </div>
      {customerPhotos.length > 0 && (
        <ul className={own.photos} aria-label={texts.customerPhotos}>
          {customerPhotos.map((src, position) => (
            <li key={src}>
              <img src={src} alt={texts.customerPhoto(position + 1)} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      {newSize !== null && <Note kind="info">{texts.handOver(newSize)}</Note>}
      <Finding line={line} draft={draft} onChange={onChange} />
      {isWrong && (
        <>
          <PhotoField
            label={texts.photo}
            ids={draft.photos}
            max={doorPhotos.maxPerItem}
            onChange={(photos) => onChange({ ...draft, photos })}
          />
          <TextInput
            label={texts.note}
            value={draft.note}
            maxLength={maxNoteLength}
            onChange={({ currentTarget }) => onChange({ ...draft, note: currentTarget.value })}
          />
          <Outcome line={line} draft={draft} onChange={onChange} />
        </>
      )}
    </li>
  )
}

/** What the rider finds. Photos stay if another fault is chosen. */
function Finding({ line, draft, onChange }: Props) {
  const { item, name } = line
  const keeps = draft.finding === 'fine' && draft.outcome === 'refused'
  function choose(finding: PickupFinding) {
    if (finding === 'fine') return onChange({ finding, outcome: 'taken', note: '', photos: [] })
    const { outcome, ...before } = draft
    const isNewFault = draft.finding === undefined || draft.finding === 'fine'
    const previous = isNewFault
      ? { ...before, note: '' }
      : { ...before, ...(outcome && { outcome }) }
    const mustTake = isRefusable(line) ? {} : { outcome: 'taken' as const }
    return onChange({ ...previous, finding, ...mustTake })
  }
  return (
    <fieldset className={styles.choice}>
      <legend>{texts.question(name)}</legend>
      {PickupFinding.options.map((finding) => (
        <Option
          key={finding}
          name={`finding-${item}`}
          label={texts.findings[finding]}
          isChosen={draft.finding === finding && !keeps}
          isFault={finding !== 'fine'}
          onChoose={() => choose(finding)}
        />
      ))}
      {isRefusable(line) && (
        <Option
          name={`finding-${item}`}
          label={texts.keeps}
          isChosen={keeps}
          isFault
          onChoose={() =>
            onChange({ finding: 'fine', outcome: 'refused', note: texts.keepsNote, photos: [] })
          }
        />
      )}
    </fieldset>
  )
}

function Outcome({ line, draft, onChange }: Props) {
  if (!isRefusable(line)) return <Note kind="info">{texts.accepted}</Note>
  const { item, name } = line
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{texts.decision(name)}</legend>
        {(['taken', 'refused'] as const).map((outcome) => (
          <Option
            key={outcome}
            name={`outcome-${item}`}
            label={texts[outcome]}
            isChosen={draft.outcome === outcome}
            isFault={outcome === 'refused'}
            onChoose={() => onChange({ ...draft, outcome })}
          />
        ))}
      </fieldset>
      {draft.outcome === 'refused' && <p className={styles.detail}>{texts.refusedHint}</p>}
    </>
  )
}

type OptionProps = {
  name: string
  label: string
  isChosen: boolean
  isFault: boolean
  onChoose: () => void
}

function Option({ name, label, isChosen, isFault, onChoose }: OptionProps) {
  return (
    <label data-chosen={isChosen || undefined} data-none={isFault || undefined}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {isChosen && <Icon name={isFault ? 'close' : 'check'} size="s" />}
      <span>{label}</span>
    </label>
  )
}
