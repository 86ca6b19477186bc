import { ApiError } from './apiError.ts'

/** Comes with the first toast. `app/Toasts.tsx` gets `useToaster` here and draws with our CSS. */
export const loadToasts = () => import('react-hot-toast/headless')

/** Tells that something was done. */
export const tell = async (sentence: string) => {
  const { toast } = await loadToasts()
  toast.success(sentence)
}

/** Tells something that is neither done nor wrong. */
export const tellPlainly = async (sentence: string) => {
  const { toast } = await loadToasts()
  toast(sentence)
}

/** Tells a failure in the given words, whatever its cause. */
export const tellFailure = (sentence: string) => async () => {
  const { toast } = await loadToasts()
  toast.error(sentence)
}

/** Tells a failure in the server's words, or in ours if it sent none. */
export const tellServerMessageOr = (sentence: string) => (error: unknown) =>
  tellFailure((error instanceof ApiError && error.msg) || sentence)()
