import { clock } from './clock.ts'

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The calendar day there, year first: 2026-11-30. */
export const todayInIndia = (): string => calendar.format(clock.now())
