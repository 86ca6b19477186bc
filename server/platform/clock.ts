let moved: (() => Date) | undefined

/** The time the store goes by. Services ask it and never `new Date()`, so that tests can move it. */
export const clock = {
  now: (): Date => moved?.() ?? new Date(),
  later: (ms: number): Date => new Date(clock.now().getTime() + ms),
}

/** Puts another clock in its place; without one, the real one comes back. For tests. */
export function setClock(now?: () => Date) {
  moved = now
}
