import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { useRead } from '#desk/app/request.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './PasskeyNotice.module.css'
import { isPutOff, putOff } from './passkeyNoticeTime.ts'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.passkeys.notice

/** Asks owners and managers without a passkey to make one. It can be put off. */
export default function PasskeyNotice({ personId }: { personId: string }) {
  const { data } = useRead('readPasskeys')
  const { pathname } = useLocation()
  const [isHidden, setHidden] = useState(() => isPutOff(personId))
  // The page Me has the passkeys themselves.
  if (isHidden || pathname === '/me' || !data || data.result.data.length > 0) return null
  return (
    <aside className={styles.notice} aria-label={texts.label}>
      <Icon name="d-key" />
      <p>{texts.body}</p>
      <div className={styles.buttons}>
        <Button component={Link} to="/me" size="s" variant="line">
          {texts.open}
        </Button>
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            putOff(personId)
            setHidden(true)
          }}
        >
          {texts.notNow}
        </Button>
      </div>
    </aside>
  )
}
