import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'

import type { Delivery, RiderShift } from '#contract/staff/riders.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { errorText } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import styles from './DeliveriesPage.module.css'
import { readDeliveries } from './deliveries.ts'
import { soundAtom, toggleSound } from './deliverySound.ts'
import { waitingEntriesAtom } from './moves/moves.ts'
import { PickupCard } from './pickup/PickupCard.tsx'
import { CollectedItems } from './pickup/CollectedItems.tsx'
import type { OwnPickups } from './pickup/waitingChecks.ts'
import { SharingCard } from './position/SharingCard.tsx'
import { type Stop, stopsOf, useOrderedStops } from './route/stopOrder.ts'
import { StopViews } from './route/StopViews.tsx'
import { ShiftBadge, ShiftEnd, ShiftStart } from './Shift.tsx'
import { StopCard } from './StopCard.tsx'
import { texts } from './texts.ts'
import { UpdatesCards } from './moves/UpdatesCards.tsx'
import { useDeliveries, useNewDelivery } from './useDeliveries.ts'
import { isOpen } from './moves/waitingMoves.ts'

/** What a rider carries, in the order of the promises, and the next step of each order. */
export default function DeliveriesPage() {
  const { deliveries, own, shift, problem, isStorageRead, isOffline } = useDeliveries()
  const stops = deliveries?.filter(isOpen)
  const newest = useNewDelivery(shift?.deliveries.map(({ number }) => number))
  const newestPickup = useNewDelivery(shift?.pickups.map(({ number }) => number))
  return (
    <Page
      title={texts.title}
      subtitle={stops && own && texts.stops(stops.length + own.pickups.length)}
      actions={[
        shift && <ShiftBadge key="shift" isOn={shift.onShiftSince !== null} />,
        <SoundButton key="sound" />,
      ]}
    >
      <p className={styles.announcement} role="status">
        {texts.news(newest, newestPickup)}
      </p>
      {shift && stops && own ? (
        <Stops {...{ shift, stops, own, problem: isOffline ? undefined : problem, isOffline }} />
      ) : problem ? (
        <PageState
          icon="alert"
          title={texts.couldNotLoad}
          body={errorText(problem, texts.couldNotLoad)}
        >
          <Button onClick={() => void readDeliveries()}>{frameTexts.tryAgain}</Button>
        </PageState>
      ) : isOffline && isStorageRead ? (
        <PageState icon="wifi-off" title={texts.couldNotLoad} body={frameTexts.noConnection} />
      ) : (
        <LoadingRows label={texts.loading} />
      )}
    </Page>
  )
}

type StopsProps = {
  shift: RiderShift
  stops: Delivery[]
  own: OwnPickups
  problem: Error | undefined
  isOffline: boolean
}

function Stops({ shift, stops, own, problem, isOffline }: StopsProps) {
  const timeText = useTimeText()
  const waiting = useAtomValue(waitingEntriesAtom)
  const [opened, setOpened] = useState<string>()
  const ordered = useOrderedStops(stopsOf(stops, own.pickups), shift)
  const current = ordered.find(({ key }) => key === opened) ?? ordered[0]
  return (
    <div className={styles.list}>
      <UpdatesCards />
      {problem && <Note kind="warn">{texts.couldNotUpdate}</Note>}
      {shift.onShiftSince === null && <ShiftStart isOffline={isOffline} />}
      <CollectedItems items={own.taken} />
      {ordered.length > 0 ? (
        <>
          <p className={styles.saved}>
            <Icon name="download" size="xs" />
            <span>{texts.savedAt(timeText(shift.at))}</span>
          </p>
          {ordered.length > 1 && (
            <StopViews stops={ordered} hasMap={shift.hasMap} isOffline={isOffline} />
          )}
          <ol className={styles.list}>
            {ordered.map((stop, index) => (
              <StopOfRound
                key={stop.key}
                stop={stop}
                place={index + 1}
                isWaiting={waiting.some(({ change }) => change.number === numberOf(stop))}
                isCurrent={stop === current}
                onOpen={() => setOpened(stop.key)}
              />
            ))}
          </ol>
        </>
      ) : (
        <PageState icon="d-scooter" title={texts.empty.title} body={texts.empty.body} />
      )}
      {shift.onShiftSince !== null && ordered.length > 0 && <SharingCard />}
      {shift.onShiftSince !== null && <ShiftEnd since={shift.onShiftSince} isOffline={isOffline} />}
    </div>
  )
}

const numberOf = ({ delivery, pickup }: Stop) => (delivery ?? pickup).number

type StopOfRoundProps = Omit<React.ComponentProps<typeof StopCard>, 'delivery'> & { stop: Stop }

function StopOfRound({ stop, ...shown }: StopOfRoundProps) {
  return stop.delivery ? (
    <StopCard delivery={stop.delivery} {...shown} />
  ) : (
    <PickupCard pickup={stop.pickup} {...shown} />
  )
}

function SoundButton() {
  const isOn = useAtomValue(soundAtom)
  return (
    <Button
      variant="quiet"
      aria-pressed={isOn}
      aria-label={texts.sound(isOn)}
      onClick={toggleSound}
    >
      <span className={styles.sound} data-on={isOn || undefined}>
        <Icon name="d-sound" />
      </span>
    </Button>
  )
}
