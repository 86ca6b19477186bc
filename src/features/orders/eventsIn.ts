type Heard = { name: string; text: string }

/** What a stream of server-sent events has told so far, and what has only begun. */
export function eventsIn(heard: string): { events: Heard[]; rest: string } {
  const blocks = heard.split(/\r?\n\r?\n/)
  const rest = blocks.pop() ?? ''
  return { events: blocks.map(eventOf).filter(({ text }) => text !== ''), rest }
}

/** Lines that begin with a colon are breath. */
function eventOf(block: string): Heard {
  const told = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line))
  const all = (field: string) => told.filter((one) => one?.[1] === field).map((one) => one?.[2])
  return { name: all('event').at(-1) ?? 'message', text: all('data').join('\n') }
}
