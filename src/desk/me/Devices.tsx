import { Button } from '@mantine/core'
import { useState } from 'react'

import { clockTime, dayText, startOfDay } from '#contract/values/indianTime.ts'
import type { StaffSession } from '#contract/staff/people.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import styles from './MePage.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.devices

/** The devices on which the person is logged in; all but this one can be logged out of from here. */
export function Devices() {
  const { data, problem, refresh } = useRead('readStaffSessions')
  return (
    <section className={styles.card}>
      <h2>{texts.title}</h2>
      {data ? (
        <DeviceList sessions={data.result.data} refresh={refresh} />
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} rows={2} isPart />
      )}
    </section>
  )
}

type ListProps = { sessions: StaffSession[]; refresh: () => void }

function DeviceList({ sessions, refresh }: ListProps) {
  const [busyId, setBusyId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [message, setMessage] = useState<string>()

  async function logOutOf({ id, device }: StaffSession) {
    setBusyId(id)
    setProblem(undefined)
    setMessage(undefined)
    try {
      await request('endStaffSession', { params: { id } }).catch(ignoreAlreadyEnded)
      setMessage(texts.loggedOut(device))
      refresh()
    } catch (error) {
      setProblem(errorText(error, texts.couldNotLogOut))
    }
    setBusyId(undefined)
  }

  return (
    <>
      <p className={styles.intro}>{texts.intro}</p>
      <ul className={styles.devices}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon name={isPhone(session.device) ? 'd-phone' : 'd-screen'} />
            <div>
              <b>{session.device}</b>
              <p>{texts.usage(momentText(session.createdAt), momentText(session.lastUsedAt))}</p>
            </div>
            {session.isThisOne ? (
              <span className={styles.tag}>{texts.thisDevice}</span>
            ) : (
              <Button
                variant="line"
                size="s"
                disabled={busyId !== undefined}
                aria-label={texts.logOutOf(session.device, momentText(session.createdAt))}
                onClick={() => void logOutOf(session)}
              >
                {busyId === session.id ? frameTexts.loggingOut : frameTexts.logOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.result}>
        {problem && <Note kind="bad">{problem}</Note>}
        <p role="status">{message}</p>
      </div>
    </>
  )
}

/** Somebody else, or the device itself, has logged out meanwhile. */
function ignoreAlreadyEnded(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
}

const isPhone = (device: string) => /Android|iPhone/.test(device)

/** '4:35 pm' of today, else 'Thu, 26 Nov'. */
function momentText(instant: string): string {
  const at = new Date(instant)
  return startOfDay(at) === startOfDay(new Date()) ? clockTime(at) : dayText(at)
}
