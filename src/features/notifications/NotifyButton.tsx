import { useAtomValue } from 'jotai'
import { type ComponentProps, useState } from 'react'

import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { pushPreferencesAtom } from './pushPreferencesAtom.ts'

type Props = {
  productId: string
  /** Missing: any size. */
  size?: string
  isWide?: boolean
}

/** Imported with the first tap, before anything opens. */
const loadDialog = () => import('./PushDialog.tsx')
const couldNotAsk = toastServerMessageOr(
  'We couldn’t save your request. Please check your connection and try again.',
)

/**
 * Requests a notification when a size is back in stock. The browser asks for permission only after
 * this tap.
 */
export function NotifyButton({ productId, size, isWide }: Props) {
  const userId = useAtomValue(userIdAtom)
  const { topics } = useAtomValue(pushPreferencesAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function onTap() {
    if (!userId) return openLogin('restock')
    setIsBusy(true)
    await requestNotification().catch(couldNotAsk)
    setIsBusy(false)
  }

  async function requestNotification() {
    const [{ requestRestockIfSubscribed }] = await Promise.all([import('./push.ts'), loadDialog()])
    const isDone = await requestRestockIfSubscribed(productId, size)
    setIsOpen(!isDone || !topics.includes('restock'))
  }

  return (
    <>
      <Button
        variant="outline"
        size={isWide ? 'm' : 's'}
        isWide={isWide}
        isBusy={isBusy}
        onClick={() => void onTap()}
      >
        <Icon name="bell" size="s" />
        <span>{size ? `Notify me about ${size}` : 'Notify me'}</span>
      </Button>
      {isOpen && <Dialog productId={productId} size={size} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = ComponentProps<Awaited<ReturnType<typeof loadDialog>>['NotifyDialog']>

/** Imported by the time it opens. */
function Dialog(props: DialogProps) {
  const { module } = useDeferredImport(loadDialog)
  return module && <module.NotifyDialog {...props} />
}
