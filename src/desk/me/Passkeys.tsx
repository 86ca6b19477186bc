import { Button } from '@mantine/core'
import { useState } from 'react'

import { dayText } from '#contract/values/indianTime.ts'
import type { Passkey } from '#contract/staff/passkeys.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { canUsePasskeys, makePasskey, passkeyProblem } from '#desk/app/passkeys.ts'
import { request, useRead } from '#desk/app/request.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { Question } from '#desk/ui/dialogs/Question.tsx'
import styles from './MePage.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.passkeys

/** The person's passkeys, with which they log in without an OTP. */
export function Passkeys() {
  const { data, problem, refresh } = useRead('readPasskeys')
  const [toRemove, setToRemove] = useState<Passkey>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [message, setMessage] = useState<string>()
  const passkeys = data?.result.data

  async function add() {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    setMessage(undefined)
    try {
      await makePasskey()
      setMessage(texts.added)
      refresh()
    } catch (error) {
      setFailure(passkeyProblem(error, texts.problems))
    }
    setBusy(false)
  }

  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={styles.intro}>{texts.intro}</p>
      {!passkeys && <LoadState problem={problem} onRetry={refresh} texts={texts} rows={1} isPart />}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.devices}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Icon name="d-key" />
              <div>
                <b>{passkey.device}</b>
                <p>{usageOf(passkey)}</p>
              </div>
              <Button
                variant="line"
                size="s"
                aria-label={texts.removeNamed(passkey.device)}
                onClick={() => setToRemove(passkey)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.result}>
        {failure && <Note kind="bad">{failure}</Note>}
        <p role="status">{message}</p>
      </div>
      {passkeys && (
        <div className={styles.end}>
          {canUsePasskeys() ? (
            <Button
              variant="line"
              leftSection={<Icon name="plus" size="s" />}
              aria-disabled={isBusy || undefined}
              onClick={() => void add()}
            >
              {isBusy ? texts.adding : texts.add}
            </Button>
          ) : (
            <Note kind="info">{texts.notPossible}</Note>
          )}
        </div>
      )}
      {toRemove && (
        <Question
          title={texts.removeTitle}
          body={texts.removeBody(toRemove.device)}
          action={texts.removeNow}
          busy={texts.removing}
          failure={texts.couldNotRemove}
          onConfirm={async () => {
            await request('removePasskey', { params: { id: toRemove.id } })
            setToRemove(undefined)
            refresh()
          }}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </section>
  )
}

const usageOf = ({ createdAt, lastUsedAt }: Passkey): string =>
  texts.usage(dayText(new Date(createdAt)), lastUsedAt ? dayText(new Date(lastUsedAt)) : undefined)
