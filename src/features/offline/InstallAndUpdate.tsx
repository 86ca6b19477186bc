import { useAtom, useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import * as v from 'valibot'

import { installPromptAtom, isAppleTouchDevice } from '#platform/installPrompt.ts'
import { hasNewVersionAtom, activateNewVersion } from '#platform/serviceWorker/registration.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { FloatingCard } from '#ui/overlays/FloatingCard.tsx'
import styles from './InstallAndUpdate.module.css'

/** A setting of the device, not of the customer: it survives a logout. */
const installDeclinedAtom = persistedAtom<boolean>('device:install-declined', v.boolean(), false)

const { isReadAtom } = installDeclinedAtom

/** iPhone and iPad have no install prompt, so the steps are explained. */
const iosSteps = [
  { text: 'Tap Share in the browser’s toolbar', icon: 'share' },
  { text: 'Choose Add to Home Screen', icon: 'plus' },
  { text: 'Tap Add', icon: 'check' },
]

type Props = { storeName: string }

/** Invites shoppers to install the store, unless they declined. */
export function InstallInvitation({ storeName }: Props) {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  const [isDeclined, setIsDeclined] = useAtom(installDeclinedAtom)
  const isRead = useAtomValue(isReadAtom)
  const titleId = useId()
  const isIos = isAppleTouchDevice()
  if (!isRead || isDeclined || isInstalled() || !(prompt || isIos)) return null
  const decline = () => void setIsDeclined(() => true)

  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <img className={styles.icon} src="/icons/icon-192.png" alt="" width={56} height={56} />
      <div>
        <h2 id={titleId} className={styles.title}>
          {`Add ${storeName} to your home screen`}
        </h2>
        <p className={styles.text}>Opens instantly and works offline.</p>
      </div>
      {isIos && <IosSteps />}
      <div className={styles.actions}>
        {prompt && (
          <Button
            variant="primary"
            isWide
            onClick={() => {
              setPrompt(null)
              void prompt.prompt()
            }}
          >
            Install
          </Button>
        )}
        <Button variant={prompt ? 'outline' : 'default'} isWide onClick={decline}>
          {prompt ? 'No, thanks' : 'Got it'}
        </Button>
      </div>
    </section>
  )
}

/**
 * How the store can be installed from here: `prompt` opens the browser's question, `steps` has to
 * explain it. Undefined where it is installed or cannot be.
 */
export function useInstallation(): { kind: 'prompt' | 'steps'; install: () => void } | undefined {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  if (isInstalled() || !(prompt || isAppleTouchDevice())) return undefined
  return {
    kind: prompt ? 'prompt' : 'steps',
    install: () => {
      setPrompt(null)
      void prompt?.prompt()
    },
  }
}

export function IosSteps() {
  return (
    <ol className={styles.steps}>
      {iosSteps.map(({ text, icon }, index) => (
        <li key={icon} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <span>{text}</span>
          <Icon name={icon} />
        </li>
      ))}
    </ol>
  )
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Says that a newer version is ready. It is activated only when the shopper agrees. */
export function NewVersionBar() {
  const [isNew, setIsNew] = useAtom(hasNewVersionAtom)
  const [isActivating, setIsActivating] = useState(false)
  if (!isNew) return null

  return (
    <FloatingCard>
      <p className={styles.barText}>A new version of the store is ready.</p>
      <Button
        size="s"
        isBusy={isActivating}
        busyText="Updating..."
        onClick={() => {
          setIsActivating(true)
          void activateNewVersion()
        }}
      >
        Update
      </Button>
      <Button size="s" variant="outline" onClick={() => setIsNew(false)}>
        Later
      </Button>
    </FloatingCard>
  )
}
