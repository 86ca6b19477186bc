import { randomInt } from 'node:crypto'

/** Without signs that look alike when written by hand or read aloud. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 6

/** A number for people; nobody can tell the next one from it. */
export function newOrderNumber(): string {
  return `PEH-${Array.from({ length }, () => signs[randomInt(signs.length)]).join('')}`
}
