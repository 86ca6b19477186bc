import { rules } from './rules.ts'

const { fromHour, untilHour } = rules.sleepingMode

/** Whether nothing is delivered at that hour, by the clock of where this runs. */
export const isNight = (at: Date): boolean => at.getHours() >= fromHour || at.getHours() < untilHour
