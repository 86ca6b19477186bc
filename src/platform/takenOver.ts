let open: () => void

/**
 * Kept once the browser has taken over all that the server drew, or drew the page itself. What only
 * the device knows (who is signed in, what is in the bag) waits for it: a part that is taken over
 * later must still find the page as the server drew it.
 */
export const takenOver = new Promise<void>((resolve) => {
  open = resolve
})

export const takeOver = (): void => open()
