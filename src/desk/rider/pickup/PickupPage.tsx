import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { Pickup } from '#contract/staff/pickups.ts'
import { Page } from '#desk/app/Page.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { ActionBar } from '#desk/rider/door/ActionBar.tsx'
import styles from '#desk/rider/door/DoorPage.module.css'
import { submitCheck } from '#desk/rider/moves/moves.ts'
import { ReasonDialog } from '#desk/rider/door/ReasonDialog.tsx'
import { ContactLinks } from '#desk/rider/StopCard.tsx'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import { UpdatesCards } from '#desk/rider/moves/UpdatesCards.tsx'
import { useDeliveries } from '#desk/rider/useDeliveries.ts'
import { Icon } from '#desk/ui/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { checkOf, emptyDraft, type ItemDraft, missingOf } from './doorCheck.ts'
import { ItemCheck } from './ItemCheck.tsx'
import { PickupBadge } from './PickupCard.tsx'
import { texts } from './texts.ts'

const listPath = '/deliveries'
const back = { to: listPath, label: texts.back }

/** A pick-up at the door: each item is checked, and taken along or left. */
export default function PickupPage() {
  const { number } = useParams()
  const navigate = useNavigate()
  const { own, problem, isStorageRead, isOffline } = useDeliveries()
  const pickup = own?.pickups.find((carried) => carried.number === number)
  if (pickup) return <Door key={pickup.number} pickup={pickup} />
  const isLoading = !own && !problem && !(isOffline && isStorageRead)
  return (
    <Page title={texts.title} subtitle={number} back={back}>
      {isLoading ? (
        <LoadingRows label={riderTexts.loading} />
      ) : (
        <div className={styles.gone}>
          <UpdatesCards />
          <PageState
            icon="return"
            title={own ? texts.notFound.title : riderTexts.couldNotLoad}
            body={own ? texts.notFound.body : frameTexts.noConnection}
          >
            <Button onClick={() => void navigate(listPath)}>{texts.back}</Button>
          </PageState>
        </div>
      )}
    </Page>
  )
}

/** What the rider has chosen so far, by item. */
type Drafts = Record<number, ItemDraft>

function Door({ pickup }: { pickup: Pickup }) {
  const [drafts, setDrafts] = useState<Drafts>({})
  const { number, receiver, area, address, notes, failedReason, items } = pickup
  return (
    <Page
      title={receiver.name}
      subtitle={`${number} · ${area}`}
      back={back}
      isFlush
      actions={
        <span className={styles.badge}>
          <PickupBadge />
        </span>
      }
    >
      <div className={styles.door}>
        <div className={styles.part}>
          <UpdatesCards />
          <p className={styles.address}>{address.text}</p>
          <ContactLinks delivery={pickup} />
          {notes.map(({ text, by, at }) => (
            <Note key={at} kind="warn" icon="d-note">
              {riderTexts.note(by, text)}
            </Note>
          ))}
          {failedReason && (
            <Note kind="bad">{`${texts.failedFor(failedReason)}. ${texts.failedHint}`}</Note>
          )}
        </div>
        <ul className={styles.items} aria-label={texts.items}>
          {items.map((line) => (
            <ItemCheck
              key={line.item}
              line={line}
              draft={drafts[line.item] ?? emptyDraft}
              onChange={(draft) => setDrafts((before) => ({ ...before, [line.item]: draft }))}
            />
          ))}
        </ul>
        <p className={styles.hint}>
          <Icon name="info" size="s" />
          <span>{texts.hint}</span>
        </p>
        <NotAtHome pickup={pickup} />
      </div>
      <Complete pickup={pickup} drafts={drafts} />
    </Page>
  )
}

function NotAtHome({ pickup }: { pickup: Pickup }) {
  const [isAsked, setIsAsked] = useState(false)
  const { attempts } = pickup
  return (
    <div className={styles.endings}>
      <Button variant="line" onClick={() => setIsAsked(true)}>
        {texts.notAtHome}
      </Button>
      {isAsked && (
        <ReasonDialog
          move="noteAttempt"
          onClose={() => setIsAsked(false)}
          onConfirm={(reason) => {
            setIsAsked(false)
            void submitCheck(pickup, { move: 'attempt', reason, attempts })
          }}
        />
      )}
    </div>
  )
}

function Complete({ pickup, drafts }: { pickup: Pickup; drafts: Drafts }) {
  const navigate = useNavigate()
  const own = pickup.items.map((item) => ({ item, draft: drafts[item.item] ?? emptyDraft }))
  const [missing] = own.map(({ draft }) => missingOf(draft)).filter((lack) => lack !== undefined)
  const checks = own
    .map(({ item, draft }) => checkOf(item, draft))
    .filter((check) => check !== undefined)
  const taken = checks.filter(({ outcome }) => outcome === 'taken').length

  async function complete() {
    await submitCheck(pickup, { move: 'check', items: checks })
    void navigate(listPath)
  }
  return (
    <ActionBar>
      <Button
        variant="go"
        size="l"
        fullWidth
        disabled={missing !== undefined}
        onClick={() => void complete()}
      >
        {missing ? texts.missing[missing] : texts.complete(taken, checks.length - taken)}
      </Button>
    </ActionBar>
  )
}
