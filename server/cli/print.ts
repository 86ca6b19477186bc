import { escaped } from '#contract/writtenText.ts'

/** Prints a line to the terminal. Whatever customers wrote into it is shown, never carried out. */
export function print(line: string): void {
  console.log(escaped(line))
}
