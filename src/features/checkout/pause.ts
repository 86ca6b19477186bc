/** Nothing happens for so long. */
export const pause = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))
