import type { Webhook } from '#contract/staff/connections.ts'
import { timeText } from '#desk/ui/time/timeText.ts'
import { texts } from './texts.ts'

const { state } = texts.webhooks

export const hostOf = (url: string): string => new URL(url).host

/** How sending to an address goes, and whether that is a problem. */
export function stateOf(webhook: Webhook): { text: string; isBad: boolean } {
  const { pausedAt, failingSince, deliveredAt } = webhook
  if (pausedAt) return { text: state.paused(timeText(pausedAt)), isBad: true }
  if (failingSince) return { text: state.failing(timeText(failingSince)), isBad: true }
  const text = deliveredAt ? state.delivered(timeText(deliveredAt)) : state.nothing
  return { text, isBad: false }
}
