import { clockTime, dayText, startOfDay } from '#contract/indianTime.ts'
import type { Webhook } from '#contract/staff/connections.ts'
import { texts } from './texts.ts'

const { state } = texts.webhooks

export const hostOf = (url: string): string => new URL(url).host

/** 'today, 4:35 pm', else 'Thu, 26 Nov, 4:35 pm'. */
export function momentText(instant: string): string {
  const at = new Date(instant)
  const isToday = startOfDay(at) === startOfDay(new Date())
  return isToday ? `today, ${clockTime(at)}` : `${dayText(at)}, ${clockTime(at)}`
}

/** How sending to an address goes, and whether that is a problem. */
export function stateOf(webhook: Webhook): { text: string; isBad: boolean } {
  const { pausedAt, failingSince, deliveredAt } = webhook
  if (pausedAt) return { text: state.paused(momentText(pausedAt)), isBad: true }
  if (failingSince) return { text: state.failing(momentText(failingSince)), isBad: true }
  const text = deliveredAt ? state.delivered(momentText(deliveredAt)) : state.nothing
  return { text, isBad: false }
}
