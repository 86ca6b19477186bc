import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { Delivery } from '#contract/staff/riders.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { UpdatesCards } from '#desk/rider/moves/UpdatesCards.tsx'
import { ContactLinks } from '#desk/rider/StopCard.tsx'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import type { useDeliveries } from '#desk/rider/useDeliveries.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import styles from './DoorPage.module.css'

export const listPath = '/deliveries'
const back = { to: listPath, label: riderTexts.back }

type Stop = Pick<Delivery, 'number' | 'receiver' | 'area' | 'address' | 'notes'>

type Props = { stop: Stop; badge: ReactNode; children: ReactNode }

/** The page of one stop, a delivery or a pick-up. */
export function StopPage({ stop: { number, receiver, area }, badge, children }: Props) {
  return (
    <Page
      title={receiver.name}
      subtitle={`${number} · ${area}`}
      back={back}
      isFlush
      actions={<span className={styles.badge}>{badge}</span>}
    >
      {children}
    </Page>
  )
}

/** Where the stop is, how to reach the customer, and what was said about it. */
export function StopDetails({ stop, failure }: { stop: Stop; failure: string | false | null }) {
  return (
    <div className={styles.part}>
      <UpdatesCards />
      <p className={styles.address}>{stop.address.text}</p>
      <ContactLinks delivery={stop} />
      {stop.notes.map(({ text, by, at }) => (
        <Note key={at} kind="warn" icon="d-note">
          {riderTexts.note(by, text)}
        </Note>
      ))}
      {failure && <Note kind="bad">{failure}</Note>}
    </div>
  )
}

type MissingProps = {
  texts: { title: string; notFound: { title: string; body: string } }
  icon: 'd-scooter' | 'return'
  read: ReturnType<typeof useDeliveries>
}

/** In place of a stop that is not among those of the rider, or not yet. */
export function MissingStopPage({ texts, icon, read }: MissingProps) {
  const { number } = useParams()
  const navigate = useNavigate()
  const { shift, problem, isOffline, isStorageRead } = read
  const isLoading = !shift && !problem && !(isOffline && isStorageRead)
  return (
    <Page title={texts.title} subtitle={number} back={back}>
      {isLoading ? (
        <LoadingRows label={riderTexts.loading} />
      ) : (
        <div className={styles.gone}>
          <UpdatesCards />
          <PageState
            icon={icon}
            title={shift ? texts.notFound.title : riderTexts.couldNotLoad}
            body={shift ? texts.notFound.body : frameTexts.noConnection}
          >
            <Button onClick={() => void navigate(listPath)}>{riderTexts.back}</Button>
          </PageState>
        </div>
      )}
    </Page>
  )
}
