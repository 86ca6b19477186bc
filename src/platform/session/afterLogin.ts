/** What a guest wanted when the login was asked for. It is kept in this page only. */
let wish: (() => Promise<unknown>) | undefined

/** Continues with this after the login; the last wish counts. */
export function continueAfterLogin(action: () => Promise<unknown>): void {
  wish = action
}

/** Does what the guest wanted before the login. */
export async function runAfterLogin(): Promise<void> {
  const action = wish
  wish = undefined
  await action?.()
}

/** Drops the wish if the login is cancelled. */
export function dropAfterLogin(): void {
  wish = undefined
}
