/** Nothing happens for so long. */
export const delay = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))
