import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { Pickup } from '#contract/staff/pickups.ts'
import { ActionBar } from '#desk/rider/door/ActionBar.tsx'
import styles from '#desk/rider/door/DoorPage.module.css'
import { ReasonDialog } from '#desk/rider/door/ReasonDialog.tsx'
import { listPath, MissingStopPage, StopDetails, StopPage } from '#desk/rider/door/StopPage.tsx'
import { submitCheck } from '#desk/rider/moves/moves.ts'
import { useDeliveries } from '#desk/rider/useDeliveries.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { checkOf, emptyDraft, type ItemDraft, missingOf } from './doorCheck.ts'
import { ItemCheck } from './ItemCheck.tsx'
import { PickupBadge } from './PickupCard.tsx'
import { texts } from './texts.ts'

/** A pick-up at the door: each item is checked, and taken along or left. */
export default function PickupPage() {
  const { number } = useParams()
  const read = useDeliveries()
  const pickup = read.own?.pickups.find((carried) => carried.number === number)
  if (pickup) return <Door key={pickup.number} pickup={pickup} />
  return <MissingStopPage {...{ texts, read }} icon="return" />
}

/** What the rider has chosen so far, by item. */
type Drafts = Record<number, ItemDraft>

function Door({ pickup }: { pickup: Pickup }) {
  const [drafts, setDrafts] = useState<Drafts>({})
  const { failedReason, items } = pickup
  return (
    <StopPage stop={pickup} badge={<PickupBadge />}>
      <div className={styles.door}>
        <StopDetails
          stop={pickup}
          failure={failedReason && `${texts.failedFor(failedReason)}. ${texts.failedHint}`}
        />
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
    </StopPage>
  )
}

function NotAtHome({ pickup }: { pickup: Pickup }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { attempts } = pickup
  return (
    <div className={styles.endings}>
      <Button variant="line" onClick={() => setIsDialogOpen(true)}>
        {texts.notAtHome}
      </Button>
      {isDialogOpen && (
        <ReasonDialog
          move="noteAttempt"
          onClose={() => setIsDialogOpen(false)}
          onConfirm={(reason) => {
            setIsDialogOpen(false)
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
  const collectedCount = checks.filter(({ outcome }) => outcome === 'taken').length

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
        {missing
          ? texts.missing[missing]
          : texts.complete(collectedCount, checks.length - collectedCount)}
      </Button>
    </ActionBar>
  )
}
