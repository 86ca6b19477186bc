/** Resolves after `ms`. */
export const delay = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))
