import { Button } from '@mantine/core'
import { useState } from 'react'

import { dayText } from '#contract/values/indianTime.ts'
import type { ListedPerson } from '#contract/staff/people.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import styles from './People.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.personDevices

type Props = { person: ListedPerson; onChanged: () => void }

/** The devices of another person, who can be logged out of one or of all. */
export function PersonDevices({ person: { id, name, hasPasskey }, onChanged }: Props) {
  const { data, problem, refresh } = useRead('readPersonSessions', { params: { id } })
  const [busyId, setBusyId] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [message, setMessage] = useState<string>()
  const sessions = data?.result.data

  async function end(what: string, work: () => Promise<unknown>, done: string) {
    if (busyId) return
    setBusyId(what)
    setFailure(undefined)
    setMessage(undefined)
    try {
      await work().catch(ignoreAlreadyEnded)
      setMessage(done)
      refresh()
      onChanged()
    } catch (error) {
      setFailure(errorText(error, texts.couldNotLogOut))
    }
    setBusyId(undefined)
  }

  return (
    <section className={styles.devices} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {!sessions && <LoadState problem={problem} onRetry={refresh} texts={texts} rows={1} isPart />}
      {sessions?.length === 0 && <p className={styles.muted}>{texts.none}</p>}
      {sessions && sessions.length > 0 && (
        <ul>
          {sessions.map(({ id: sessionId, device, createdAt, lastUsedAt, isThisOne }) => (
            <li key={sessionId}>
              <Icon name={/Android|iPhone/.test(device) ? 'd-phone' : 'd-screen'} />
              <div>
                <b>{isThisOne ? texts.thisDevice(device) : device}</b>
                <p className={styles.muted}>
                  {texts.usage(dayText(new Date(createdAt)), dayText(new Date(lastUsedAt)))}
                </p>
              </div>
              <Button
                size="s"
                variant="line"
                aria-label={texts.logOutOf(device)}
                aria-disabled={busyId !== undefined || undefined}
                onClick={() =>
                  void end(
                    sessionId,
                    () => request('endStaffSession', { params: { id: sessionId } }),
                    texts.loggedOut(device),
                  )
                }
              >
                {busyId === sessionId ? frameTexts.loggingOut : frameTexts.logOut}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sessions && (sessions.length > 0 || hasPasskey) && (
        <>
          {hasPasskey && <p className={styles.muted}>{texts.passkeysToo}</p>}
          <Button
            variant="danger"
            aria-disabled={busyId !== undefined || undefined}
            onClick={() =>
              void end(
                'all',
                () => request('endPersonSessions', { params: { id } }),
                texts.loggedOutEverywhere(name),
              )
            }
          >
            {busyId === 'all' ? frameTexts.loggingOut : texts.logOutEverywhere}
          </Button>
        </>
      )}
      {failure && <Note kind="bad">{failure}</Note>}
      <p role="status" className={styles.muted}>
        {message}
      </p>
    </section>
  )
}

/** Somebody else, or the device itself, has logged out meanwhile. */
function ignoreAlreadyEnded(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
}
