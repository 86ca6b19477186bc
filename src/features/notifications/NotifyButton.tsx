import { useAtomValue } from 'jotai'
import { type ComponentProps, useState } from 'react'

import { continueAfterLogin } from '#platform/session/afterLogin.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { pushPreferencesAtom } from './pushPreferencesAtom.ts'

type Props = {
  productId: string
  /** Missing: it is asked for, if the product has several. */
  size?: string
  /** All sizes of the product. */
  sizes?: string[]
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
export function NotifyButton({ productId, size: onlySize, sizes = [], isWide }: Props) {
  const userId = useAtomValue(userIdAtom)
  const { topics } = useAtomValue(pushPreferencesAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const isSizeMissing = onlySize === undefined && sizes.length > 1

  async function onTap() {
    setIsBusy(true)
    if (isSizeMissing) await loadDialog().then(() => setIsDialogOpen(true), couldNotAsk)
    else await ask(onlySize)
    setIsBusy(false)
  }

  /** A guest logs in first; that gives a number for a text message. */
  async function ask(size: string | undefined) {
    setIsDialogOpen(false)
    setChosen(size)
    if (!userId) {
      const { requestRestock } = await import('./push.ts')
      continueAfterLogin(() => requestRestock(productId, size).catch(couldNotAsk))
      return openLogin('restock')
    }
    await requestNotification(size).catch(couldNotAsk)
  }

  async function requestNotification(size: string | undefined) {
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
        <span>{onlySize ? `Notify me about ${onlySize}` : 'Notify me'}</span>
      </Button>
      {isDialogOpen && (
        <Question
          sizes={sizes}
          onChoose={(size) => void ask(size)}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
      {isOpen && <Dialog productId={productId} size={chosen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type QuestionProps = ComponentProps<Awaited<ReturnType<typeof loadDialog>>['SizeQuestion']>

function Question(props: QuestionProps) {
  const { module } = useDeferredImport(loadDialog)
  return module && <module.SizeQuestion {...props} />
}

type DialogProps = ComponentProps<Awaited<ReturnType<typeof loadDialog>>['NotifyDialog']>

/** Imported by the time it opens. */
function Dialog(props: DialogProps) {
  const { module } = useDeferredImport(loadDialog)
  return module && <module.NotifyDialog {...props} />
}
