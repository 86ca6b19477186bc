type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the shopper or the line asks for as few bytes as possible (Network Information API). */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Line }
  return Boolean(connection?.saveData) || /2g/.test(connection?.effectiveType ?? '')
}
