/** What a push says, as far as it can be shown. */
export type Pushed = { title: string; body: string; tag: string; url: URL }

const words = { title: 'Pehno', body: 'There is news for you.' }

/** Whatever arrived becomes something to show: a browser forgives no push that shows nothing. */
export function pushedFrom(payload: string | undefined, origin: string): Pushed {
  const { title, body, tag, navigate } = notificationIn(payload)
  return {
    title: textOr(title, words.title),
    body: textOr(body, title === undefined ? words.body : ''),
    tag: textOr(tag, 'news'),
    url: addressOr(navigate, origin),
  }
}

function notificationIn(payload: string | undefined): Record<string, unknown> {
  try {
    const { notification } = JSON.parse(payload ?? '') as { notification?: object }
    return { ...notification }
  } catch {
    return {}
  }
}

const textOr = (text: unknown, other: string) =>
  typeof text === 'string' && text !== '' ? text.slice(0, 200) : other

/** Only what is the store's own is opened. */
function addressOr(address: unknown, origin: string): URL {
  const home = new URL('/', origin)
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return home
  const url = new URL(address, origin)
  return url.origin === origin ? url : home
}
