/** A text message: what it says, and for templates what is in it. */
export type Message = { to: string; text: string; otp?: string; link?: string }

/** Sends a text message to a phone, or throws an `unavailable`. Demo mode puts it into an inbox. */
export type SendMessage = (message: Message) => Promise<void>
