import type { Batch } from './wireBatches.ts'

/** Who has a connection. `onIdle` is called when it sleeps in a transaction. */
export type Client = { onAnswer: (bytes: Uint8Array) => void; onIdle: () => void }

/** The one session that all clients share. */
export type Session = {
  run: (bytes: Uint8Array, onAnswer: (bytes: Uint8Array) => void) => Promise<void>
  isInTransaction: () => boolean
}

/** What a client sends when its turn comes, knowing whether it is in the middle of something. */
type Send = (isHolding: boolean) => Batch | undefined
type Work = { client: Client; send: Send; done: () => void }

/**
 * Lets clients use the session one batch at a time. A client in a transaction keeps it to the end,
 * but is told after `idleMs` of silence, so that it cannot keep it for ever.
 */
export function sessionTurns(session: Session, idleMs: number) {
  let waiting: Work[] = []
  let isBusy = false
  let holder: Client | undefined
  let idle: NodeJS.Timeout | undefined

  async function next(): Promise<void> {
    const work = waiting.find(({ client }) => !holder || client === holder)
    if (isBusy || !work) return
    waiting = waiting.filter((other) => other !== work)
    isBusy = true
    clearTimeout(idle)
    await answer(work)
    isBusy = false
    work.done()
    void next()
  }

  async function answer({ client, send }: Work) {
    const batch = send(holder === client)
    if (!batch) return
    await session.run(batch.bytes, client.onAnswer)
    holder = !batch.isWhole || session.isInTransaction() ? client : undefined
    if (holder) idle = setTimeout(client.onIdle, idleMs)
  }

  /** Resolves when the client has had its turn. */
  function take(client: Client, send: Send): Promise<void> {
    return new Promise((done) => {
      waiting.push({ client, send, done })
      void next()
    })
  }

  /** The client is gone: what it still wanted is forgotten, and `send` puts things right. */
  function leave(client: Client, send: Send): Promise<void> {
    waiting = waiting.filter((work) => work.client !== client)
    return take(client, send)
  }

  return { take, leave }
}
