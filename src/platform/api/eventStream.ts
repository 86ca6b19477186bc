export type StreamEvent = { name: string; text: string }

/** The events parsed so far, and the unfinished rest. */
export function parseEvents(received: string): { events: StreamEvent[]; rest: string } {
  const blocks = received.split(/\r?\n\r?\n/)
  const rest = blocks.pop() ?? ''
  return { events: blocks.map(eventOf).filter(({ text }) => text !== ''), rest }
}

/** Lines that start with a colon are heartbeats. */
function eventOf(block: string): StreamEvent {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line))
  const valuesOf = (name: string) =>
    fields.filter((match) => match?.[1] === name).map((match) => match?.[2])
  return { name: valuesOf('event').at(-1) ?? 'message', text: valuesOf('data').join('\n') }
}

type Subscription = {
  /** Sends the request: `EventSource` could not send the token. */
  open: (signal: AbortSignal) => Promise<Response>
  /** Ends the subscription. */
  signal: AbortSignal
  onEvent: (event: StreamEvent) => void
  onLive: (isLive: boolean) => void
}

/** The server sends a heartbeat every 20 s: a connection without one for this long is dead. */
const silenceMs = 45_000
/** A connection that lasted this long was stable: the delays start from the shortest one again. */
const stableMs = 30_000
const reconnectDelaysS = [1, 2, 4, 8, 15, 30]

/** Listens to server-sent events until aborted, reconnecting after failures. */
export async function followEvents(subscription: Subscription): Promise<void> {
  const { signal, onLive } = subscription
  let attempt = 0
  while (!signal.aborted) {
    const connectedAt = Date.now()
    await connect(subscription).catch(() => undefined)
    onLive(false)
    if (Date.now() - connectedAt > stableMs) attempt = 0
    await pause(attempt++, signal)
  }
}

async function connect({ open, signal, onEvent, onLive }: Subscription): Promise<void> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  let silence = setTimeout(disconnect, silenceMs)
  try {
    const response = await open(connection.signal)
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!response.body || !isStream) return
    onLive(true)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(disconnect, silenceMs)
      const parsed = parseEvents(rest + value)
      rest = parsed.rest
      for (const event of parsed.events) onEvent(event)
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', disconnect)
    disconnect()
  }
}

/** Pauses grow from attempt to attempt, with a jitter of 20 percent. */
async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const seconds = reconnectDelaysS[Math.min(attempt, reconnectDelaysS.length - 1)] ?? 0
  const pauseMs = seconds * 1000 * (0.8 + 0.4 * Math.random())
  await new Promise<void>((resume) => {
    const timer = setTimeout(resume, pauseMs)
    const end = () => {
      clearTimeout(timer)
      resume()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
